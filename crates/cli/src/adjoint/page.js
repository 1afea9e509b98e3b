// Where a name is pointed at, it is marked wherever it stands in the pair, with what belongs to it.
for (const pair of document.querySelectorAll(".pair")) {
  const mark = (name, met) =>
    pair.querySelectorAll(`[data-of="${name}"]`).forEach((place) => place.classList.toggle("met", met));
  const turn = (met) => (event) => event.target.dataset.of && mark(event.target.dataset.of, met);
  pair.addEventListener("mouseover", turn(true));
  pair.addEventListener("mouseout", turn(false));
}
