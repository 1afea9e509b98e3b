// Questions to the server.

/** The answer to a question; one that could not be answered is an object with `error`. */
export async function ask(question, body) {
  try {
    const answer = await fetch(`ask/${question}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.ok) return await answer.json();
    return { error: { message: (await answer.text()).trim(), advice: "", place: null } };
  } catch {
    return { error: { message: "the server does not answer", advice: "start `wengert play` again", place: null } };
  }
}
