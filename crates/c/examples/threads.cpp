// One function, evaluated from several threads; errors as exceptions, memory freed by itself.
#include "wengert.h"
#include <cmath>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// [class]
class Function {
public:
    explicit Function(const std::string &text)
    {
        WengertFunction *f = nullptr;
        check(wengert_parse(text.c_str(), &f));
        f_.reset(f);
    }

    std::pair<double, std::vector<double>> gradient(const std::vector<double> &x) const
    {
        double value = 0;
        std::vector<double> g(x.size());
        check(wengert_gradient(f_.get(), x.data(), x.size(), &value, g.data(), g.size()));
        return {value, g};
    }

    std::string print(uint32_t quantity, uint32_t form, const std::vector<double> &x) const
    {
        size_t size = 0;
        check(wengert_print(f_.get(), quantity, form, x.data(), x.size(), nullptr, 0, &size));
        std::string text(size, '\0');
        check(wengert_print(f_.get(), quantity, form, x.data(), x.size(), &text[0], size, &size));
        text.pop_back();
        return text;
    }

private:
    static void check(WengertStatus status)
    {
        if (status != WENGERT_STATUS_OK)
            throw std::runtime_error(wengert_last_error());
    }
    struct Free {
        void operator()(WengertFunction *f) const { wengert_free(f); }
    };
    std::unique_ptr<WengertFunction, Free> f_;
};
// [/class]

int main()
{
    // The branch that is taken differs from point to point.
    const Function f("if x < 0 then x*y else sin(x)*y");
    std::vector<std::thread> threads;
    std::vector<int> wrong(4, 0);
    for (int k = 0; k < 4; k++) {
        threads.emplace_back([&, k] {
            for (int i = -500; i < 500; i++) {
                double x = 0.01 * i, y = 1.0 + k;
                auto [value, g] = f.gradient({x, y});
                double slope = x < 0 ? y : std::cos(x) * y;
                if (std::abs(g[0] - slope) > 1e-14 * y)
                    wrong[k]++;
            }
        });
    }
    for (auto &thread : threads)
        thread.join();
    std::cout << f.print(WENGERT_GRADIENT, WENGERT_AS_LISTING, {1.0, 2.0});
    try {
        f.gradient({1.0});
        return 1;
    } catch (const std::runtime_error &error) {
        std::cout << error.what() << "\n";
    }
    return wrong == std::vector<int>(4, 0) ? 0 : 1;
}
