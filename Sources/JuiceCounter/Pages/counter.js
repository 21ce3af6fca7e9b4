// What makes the counter's screens quicker; all of it works without, by forms and links.
"use strict";
(() => {
  const POLL_MS = 700;
  // Two clicks within this time on one button are one: a double click books once.
  const DOUBLE_MS = 500;
  const PRESS_LIMIT_MS = 15000;
  const body = document.body;
  const isOrders = body.classList.contains("orders");
  const byID = (id) => document.getElementById(id);
  const form = document.querySelector("input[name=form]").value;

  const makeID = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  // The state of the shift

  let tag = "";
  let polls = 0;
  let alarm = byID("alarm").textContent;
  let isLost = false;

  const showAlarm = () => {
    const text = isLost ? body.dataset.lost : alarm;
    if (byID("alarm").textContent !== text) byID("alarm").textContent = text;
  };

  const setText = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text;
  };

  // A list that is made anew keeps the focus on what had it.
  const setList = (element, html) => {
    if (element.dataset.html === html) return;
    element.dataset.html = html;
    const held = element.contains(document.activeElement) ? document.activeElement.value : null;
    element.innerHTML = html;
    if (held !== null) {
      const button = [...element.querySelectorAll("button")].find((found) => found.value === held);
      (button || element.querySelector("button"))?.focus();
    }
  };

  let stock = [];

  const showState = (state) => {
    stock = state.stock;
    alarm = state.alarm;
    if (state.ending !== null) {
      location.assign("/");
      return;
    }
    showAlarm();
    if (isOrders) setText(byID("day"), state.day);
    for (const item of document.querySelectorAll("[data-fruit]")) {
      const index = Number(item.dataset.fruit) - 1;
      setText(item.querySelector(".stock"), (isOrders ? state.shown : state.now)[index]);
      if (isOrders) item.classList.toggle("out", state.stock[index] === 0);
      else refreshCell(item, state.stock[index]);
    }
    for (const button of document.querySelectorAll("[data-juice]")) {
      const index = Number(button.dataset.juice) - 1;
      setText(button.querySelector(".cups"), state.cups[index]);
      button.classList.toggle("out", state.soldOut[index]);
    }
    if (isOrders) {
      setList(byID("figures"), state.figures);
      setList(byID("latest"), state.latest);
    }
  };

  const poll = async () => {
    const mine = ++polls;
    try {
      const response = await fetch("/state", { headers: tag ? { "If-None-Match": tag } : {}, signal: AbortSignal.timeout(5000) });
      if (response.status === 403) return location.reload();
      if (response.status !== 304 && !response.ok) throw new Error();
      isLost = false;
      if (response.ok) {
        const state = await response.json();
        // What was pressed meanwhile has brought a newer one.
        if (mine === polls) {
          tag = response.headers.get("ETag") || "";
          showState(state);
        }
      }
    } catch {
      isLost = true;
    }
    showAlarm();
  };

  const keepPolling = async () => {
    for (;;) {
      if (document.hidden) {
        await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
      } else {
        await poll();
        await new Promise((done) => setTimeout(done, POLL_MS));
      }
    }
  };

  // Orders, and what takes them back

  const send = async (place, fields) => {
    const response = await fetch(place, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ form, ...fields }),
      signal: AbortSignal.timeout(PRESS_LIMIT_MS),
    });
    if (response.status === 403) location.reload();
    if (!response.ok) throw new Error();
    return response.json();
  };

  const show = (said, isByKey) => {
    polls++;
    tag = "";
    isLost = false;
    // An answer that is the same as the one before is read out all the same.
    byID("answer").innerHTML = "";
    requestAnimationFrame(() => {
      byID("answer").innerHTML = said.answer;
      if (said.isShort && isByKey) byID("yes")?.focus();
    });
    showState(said.state);
  };

  const lose = () => {
    const text = document.createElement("p");
    text.className = "said bad";
    text.textContent = body.dataset.pressLost;
    byID("answer").replaceChildren(text);
  };

  const pages = new Map();
  // What was ordered last: where the focus goes back to once its question is answered.
  let asked = null;

  // The id of a press is kept until it is answered, and for as long as a second click may be the same one.
  const order = async (button, isByKey) => {
    asked = button;
    const juice = button.dataset.juice;
    const now = performance.now();
    let page = pages.get(juice);
    if (!page || (page.isAnswered && now - page.time > DOUBLE_MS)) page = { id: makeID(), time: now, isAnswered: false };
    pages.set(juice, page);
    button.classList.add("busy");
    try {
      const said = await send("/order", { page: page.id, juice });
      page.isAnswered = true;
      show(said, isByKey);
    } catch {
      lose();
    } finally {
      button.classList.remove("busy");
    }
  };

  const takeBack = async (id) => {
    try {
      show(await send("/take-back", { id }));
    } catch {
      lose();
    }
  };

  const moveFocus = (buttons, step) => {
    const at = buttons.indexOf(document.activeElement);
    buttons[at < 0 ? 0 : at + step]?.focus();
  };

  const columns = (buttons) => buttons.filter((button) => button.offsetTop === buttons[0].offsetTop).length;

  const startOrders = () => {
    byID("juices").addEventListener("submit", (event) => {
      event.preventDefault();
      order(event.submitter, event.submitter.matches(":focus-visible"));
    });
    byID("take-back").addEventListener("submit", (event) => {
      event.preventDefault();
      takeBack(event.submitter.value);
    });
    document.addEventListener("click", (event) => {
      if (event.target.id !== "no") return;
      event.preventDefault();
      dismiss();
    });
    const juices = [...document.querySelectorAll("[data-juice]")];
    document.addEventListener("keydown", (event) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Escape") return dismiss();
      const juice = juices.find((button) => button.dataset.juice === event.key);
      if (juice) {
        juice.focus();
        order(juice, true);
      }
    });
    document.addEventListener("keydown", (event) => {
      const row = columns(juices);
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row }[event.key];
      if (step === undefined || event.target.closest(".latest, .question, header")) return;
      event.preventDefault();
      moveFocus(juices, step);
    });
  };

  const dismiss = () => {
    const question = document.querySelector(".question");
    if (!question) return;
    const hadFocus = question.contains(document.activeElement);
    question.remove();
    history.replaceState(null, "", "/");
    if (hadFocus) (asked || document.querySelector("[data-juice]"))?.focus();
  };

  // Stock

  const cellOf = (item) => item.querySelector("input[type=number]");
  const wasOf = (item) => item.querySelector("input[type=hidden]");
  const isTouched = (item) => item.querySelector("input[name^=touched]") !== null;
  const isEdited = (item) =>
    document.activeElement === cellOf(item) || isTouched(item) || cellOf(item).value !== wasOf(item).value;

  // Shows new stock in a cell, unless the user is editing the cell: then only the stock beside it changes.
  const refreshCell = (item, stock) => {
    if (isEdited(item)) return;
    cellOf(item).value = wasOf(item).value = String(stock);
  };

  const step = (item, by) => {
    const cell = cellOf(item);
    const value = Number.parseInt(cell.value, 10);
    const base = Number.isNaN(value) ? Number(wasOf(item).value) : value;
    cell.value = String(Math.min(Math.max(base + by, 0), Number(cell.max)));
    touch(item);
  };

  // Marks a cell as edited by the user: it is sent as counted, even if its value is the same as before.
  const touch = (item) => {
    mark(item);
    if (isTouched(item)) return;
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = `touched-${item.dataset.fruit}`;
    field.value = "1";
    item.append(field);
  };

  const mark = (item) => item.classList.toggle("changed", cellOf(item).value !== wasOf(item).value);

  // Holding a button goes on, and faster the longer it is held.
  const hold = (button, item, sign) => {
    let timer = 0;
    const stop = () => clearTimeout(timer);
    const go = (steps) => {
      step(item, sign * (steps < 25 ? 1 : steps < 50 ? 5 : 10));
      timer = setTimeout(() => go(steps + 1), Math.max(40, 160 - steps * 6));
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      stop();
      timer = setTimeout(() => { button.dataset.held = "1"; go(0); }, 400);
    });
    for (const name of ["pointerup", "pointerleave", "pointercancel", "blur"]) button.addEventListener(name, stop);
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      event.preventDefault();
      // The click that ends a hold has been counted.
      if (button.dataset.held) delete button.dataset.held;
      else step(item, sign);
    });
  };

  const startStock = () => {
    for (const item of document.querySelectorAll("[data-fruit]")) {
      const [less, more] = item.querySelectorAll(".step");
      hold(less, item, -1);
      hold(more, item, 1);
      cellOf(item).addEventListener("input", () => touch(item));
      cellOf(item).addEventListener("blur", () => {
        const now = stock[Number(item.dataset.fruit) - 1];
        if (now !== undefined) refreshCell(item, now);
      });
      cellOf(item).addEventListener("focus", () => cellOf(item).select());
      mark(item);
    }
    // Enter in a cell goes on to the next one; a form would take it for its first button.
    byID("stock").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.type !== "number") return;
      event.preventDefault();
      const cells = [...document.querySelectorAll("input[type=number]")];
      (cells[cells.indexOf(event.target) + 1] || byID("close")).focus();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      const edited = [...document.querySelectorAll("[data-fruit]")].some((item) => cellOf(item).value !== wasOf(item).value);
      if (edited) byID("close").focus();
      else byID("leave").click();
    });
  };

  // A page that is gone back to shows what was, and its ids are used.
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  if (isOrders) startOrders();
  else startStock();
  keepPolling();
})();
