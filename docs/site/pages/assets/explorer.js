// The page around the oracle: it reads the form, asks, and shows the answer. It computes nothing
// about shapes.
(() => {
  const root = document.getElementById("oracle");
  if (!root) return;
  const $ = (selector) => root.querySelector(selector);
  const form = $("form");
  const state = { rule: "array_api", at: null };
  let oracle;

  const element = (name, properties, ...children) => {
    const e = Object.assign(document.createElement(name), properties);
    e.append(...children);
    return e;
  };

  const question = (at) => {
    const dims = form.dims.value.trim();
    const result = form.result.value.trim();
    return {
      ask: "explore",
      shapes: form.shapes.value.trim().split(/\s+/).filter(Boolean),
      rule: state.rule,
      ...(dims && { dims }),
      ...(result && { result }),
      ...(at && { at }),
    };
  };
  const ask = (at) =>
    JSON.parse(oracle.ccall("bcast_explore", "string", ["string"], [JSON.stringify(question(at))]));

  // The address carries the state.
  const address = () => {
    const words = new URLSearchParams({ shapes: form.shapes.value.trim() });
    if (form.dims.value.trim()) words.set("dims", form.dims.value.trim());
    if (form.result.value.trim()) words.set("result", form.result.value.trim());
    words.set("rule", state.rule);
    if (state.at) words.set("at", state.at.join(","));
    return "#" + words;
  };
  const restore = () => {
    const words = new URLSearchParams(location.hash.slice(1));
    if (!words.has("shapes")) return;
    form.shapes.value = words.get("shapes");
    form.dims.value = words.get("dims") ?? "";
    form.result.value = words.get("result") ?? "";
    state.rule = words.get("rule") ?? "array_api";
    state.at = words.has("at") ? words.get("at").split(",").filter(Boolean).map(Number) : null;
  };

  // A line of steps, its tags as links.
  const withTags = (line) =>
    line.split(/\[([a-z_]+(?:@[\d.-]+)?\.[A-Z]\d+)\]/).map((part, k) => (k % 2 ? tag(part) : part));
  const tag = (name) => {
    const page = /\.D\d+$/.test(name) ? "findings" : "clauses";
    const row = /^mlir\.I/.test(name) ? "mlir-inference" : /^mlir\.V/.test(name) ? "mlir-verification" : page;
    return element("a", { className: "tag", href: `tables/${row}.html#${name}`, textContent: name });
  };
  const lines = (list, text) =>
    list.replaceChildren(
      ...(text ?? "").split("\n").filter(Boolean).map((l) => element("li", {}, ...withTags(l))),
    );

  const words = { ok: "", refused: "does not broadcast", silent: "no answer", not_asked: "not asked" };

  // The rules that give one answer share a row; what is said of a clause is the card's title.
  const showVerdicts = ({ verdicts, groups }) => {
    const cardOf = (v) => {
      const card = element("div", {
        className: `verdict ${v.verdict}${v.choice ? "" : " fixed"}`,
        tabIndex: v.choice ? 0 : -1,
        title: [v.note, v.by && `answered by ${v.by}`, v.statement].filter(Boolean).join("\n"),
        role: "option",
        ariaSelected: String(v.rule === state.rule),
      });
      card.dataset.rule = v.rule;
      card.append(element("b", { textContent: v.rule }));
      if (v.clause) card.append(tag(v.clause));
      if (v.why) {
        const axis = v.axis === undefined ? "" : `axis ${v.axis}: `;
        card.append(element("small", { textContent: axis + v.why }));
      }
      return card;
    };
    const named = Object.fromEntries(verdicts.map((v) => [v.rule, v]));
    $(".verdicts").replaceChildren(
      ...groups.map((g) =>
        element(
          "div",
          { className: `group ${g.verdict}`, role: "group", ariaLabel: g.shape ?? words[g.verdict] },
          element("span", { className: "shape", textContent: g.shape ?? words[g.verdict] }),
          element("div", { className: "cards" }, ...g.rules.map((name) => cardOf(named[name]))),
        ),
      ),
    );
  };

  const showBefore = (before) => {
    $(".before").hidden = !before;
    if (!before) return;
    const declared = {
      impossible: "No legal run time gives the declared result [bcast.P40].",
      possible: "Some legal run times give the declared result [bcast.P40], but not all.",
      certain: "Every legal run time gives the declared result [bcast.P41].",
    };
    $(".declared").replaceChildren(...withTags(declared[before.declared] ?? ""));
    const left = before.never
      ? [`No sizes broadcast: ${before.never}`]
      : before.conditions.length
        ? before.conditions.map((c) => `To assert: ${c} [bcast.P42]`)
        : ["All sizes broadcast; nothing is left to assert [bcast.P42]"];
    $(".conditions").replaceChildren(...left.map((l) => element("li", {}, ...withTags(l))));
  };

  // Nested blocks of rows and columns: the last axis across, the one before down.
  const grid = (tensor, cellAt) => {
    const { shape, elements } = tensor;
    const columns = shape.at(-1) ?? 1;
    const rows = shape.at(-2) ?? 1;
    const boxes = [];
    const blocks = rows * columns ? elements.length / (rows * columns) : 0;
    for (let b = 0, k = 0; b < blocks; ++b) {
      const table = element("div", { className: "grid" });
      table.style.gridTemplateColumns = `repeat(${columns}, auto)`;
      for (let n = 0; n < rows * columns; ++n, ++k) table.append(cellAt(k, elements[k]));
      boxes.push(table);
    }
    if (!boxes.length) boxes.push(element("p", { className: "empty", textContent: "no element" }));
    return element("div", { className: "blocks" }, ...boxes);
  };
  const position = (flat, shape) => {
    const at = [];
    for (const size of [...shape].reverse()) {
      at.unshift(flat % size);
      flat = Math.floor(flat / size);
    }
    return at;
  };
  const shapeText = (shape) => (shape.length ? shape.join("x") : "()");

  const showValues = (values) => {
    $(".values").hidden = !values;
    lines($(".at"), "");
    if (!values) return;
    const inputs = values.operands.map((x, m) => {
      const cells = [];
      const cellAt = (k, e) => (cells[k] = element("span", { textContent: e }));
      const box = element("figure", {}, element("figcaption", { textContent: `X${m + 1}, operand ${m}: ${shapeText(x.shape)}` }), grid(x, cellAt));
      return { box, cells };
    });
    if (values.error) {
      $(".tensors").replaceChildren(
        element("div", { className: "row" }, ...inputs.map((i) => i.box)),
        element("p", { className: "error", textContent: `The result has an element that an operand does not have: ${values.error}.` }),
      );
      return;
    }
    const outputs = values.outputs.map((z, m) => {
      const cells = [];
      const cellAt = (k, e) => {
        cells[k] = element("button", { type: "button", textContent: e });
        cells[k].dataset.flat = k;
        return cells[k];
      };
      const box = element("figure", {}, element("figcaption", { textContent: `Z${m + 1}: ${shapeText(z.shape)}` }), grid(z, cellAt));
      return { box, cells };
    });
    $(".tensors").replaceChildren(
      element("div", { className: "row" }, ...inputs.map((i) => i.box)),
      element("div", { className: "row results" }, ...outputs.map((o) => o.box)),
    );
    const point = (flat) => {
      for (const { cells } of [...inputs, ...outputs]) cells.forEach((c) => c.classList.remove("lit"));
      outputs.forEach((o, m) => {
        o.cells[flat].classList.add("lit");
        inputs[m].cells[values.outputs[m].elements[flat]].classList.add("lit");
      });
      state.at = position(flat, values.outputs[0].shape);
      lines($(".at"), ask(state.at).chosen.at);
      history.replaceState(null, "", address());
    };
    const pointed = (event) => {
      const cell = event.target.closest("button[data-flat]");
      if (cell) point(Number(cell.dataset.flat));
    };
    for (const kind of ["pointerover", "focusin", "click"]) $(".results").addEventListener(kind, pointed);
    if (state.at && state.at.length === values.outputs[0].shape.length) {
      const flat = state.at.reduce((sum, i, k) => sum * values.outputs[0].shape[k] + i, 0);
      if (outputs[0].cells[flat]) point(flat);
    }
  };

  const show = () => {
    const answer = ask(null);
    const wrong = $(".ask .error");
    wrong.hidden = !answer.error;
    wrong.textContent = answer.error ?? "";
    $(".answer").hidden = Boolean(answer.error);
    for (const part of root.querySelectorAll(".of-rule")) part.hidden = !answer.chosen;
    form.shapes.toggleAttribute("aria-invalid", typeof answer.field === "number");
    form.dims.toggleAttribute("aria-invalid", answer.field === "dims");
    form.result.toggleAttribute("aria-invalid", answer.field === "result");
    history.replaceState(null, "", address());
    if (answer.error) return;
    showVerdicts(answer);
    $(".rule").textContent = state.rule;
    $(".drawing").innerHTML = answer.chosen?.drawing ?? "";
    lines($(".steps"), answer.chosen?.steps);
    showBefore(answer.before_run_time);
    showValues(answer.chosen?.values);
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    state.at = null;
    show();
  });
  form.addEventListener("click", (event) => {
    const example = event.target.closest("button[data-shapes]");
    if (!example) return;
    form.shapes.value = example.dataset.shapes;
    form.dims.value = example.dataset.dims ?? "";
    form.result.value = example.dataset.result ?? "";
    state.rule = example.dataset.rule ?? state.rule;
    state.at = null;
    show();
  });
  const choose = (event) => {
    const card = event.target.closest(".verdict");
    if (!card || card.classList.contains("fixed") || event.target.closest("a")) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    state.rule = card.dataset.rule;
    show();
  };
  $(".verdicts").addEventListener("click", choose);
  $(".verdicts").addEventListener("keydown", choose);
  window.addEventListener("hashchange", () => {
    restore();
    show();
  });

  bcast_module().then((module) => {
    oracle = module;
    $(".loading").remove();
    restore();
    show();
  });
})();
