// What makes the counter's screens quicker; all of it works without, by forms and links.
"use strict";
(() => {
  const POLL_MS = 700;
  // Presses with less time between them are one burst, which is answered as a whole.
  const BURST_MS = 1500;
  // An answer that takes longer is said to be late.
  const LATE_MS = 1500;
  const SEND_LIMIT_MS = 10000;
  const RETRY_MS_MAX = 2000;
  const BATCH_MAX = 100;
  const BURST_MAX = 500;
  // A finger that is on its way to a list does not mean what has just come to stand there.
  const LIST_MS = 500;
  const DAY_MS = 60000;
  const body = document.body;

  // Sound and vibration: off, unless this browser has been told otherwise; served and short each for itself.
  const TONES = { served: [880, 0.12], short: [220, 0.35] };
  const PULSES_MS = { served: [60], short: [120, 80, 120] };
  let audio = null;

  const signals = () => {
    try {
      return JSON.parse(localStorage.getItem("signals")) || {};
    } catch {
      return {};
    }
  };

  const sound = (kind) => {
    audio = audio || new AudioContext();
    audio.resume();
    const [hertz, seconds] = TONES[kind];
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.3, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + seconds);
  };

  const signal = (kind, on = signals()) => {
    try {
      if (on[`${kind}-sound`]) sound(kind);
      if (on[`${kind}-vibration`]) navigator.vibrate(PULSES_MS[kind]);
    } catch {
      // A machine without either books all the same.
    }
  };

  const startSignals = () => {
    document.getElementById("signals").hidden = false;
    for (const box of document.querySelectorAll("[data-signal]")) {
      const name = box.dataset.signal;
      box.checked = signals()[name] === true;
      if (name.endsWith("-vibration") && !navigator.vibrate) box.closest("label").remove();
      box.addEventListener("change", () => {
        try {
          localStorage.setItem("signals", JSON.stringify({ ...signals(), [name]: box.checked }));
        } catch {
          // What cannot be remembered is not on.
          box.checked = false;
        }
        // What has just been switched on is tried at once.
        if (box.checked) signal(name.split("-")[0], { [name]: true });
      });
    }
  };

  if (body.classList.contains("course")) {
    startSignals();
    // The day so far is loaded anew, as long as there is a counter.
    setInterval(() => fetch("/healthz").then((response) => response.ok && location.reload(), () => {}), DAY_MS);
    return;
  }
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

  const showAlarm = () => setText(byID("alarm"), isLost ? body.dataset.lost : alarm);

  const setText = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text;
  };

  // A list that is made anew keeps the focus on what had it, or on itself where that is gone.
  const setList = (element, html) => {
    if (element.dataset.html === html) return;
    const isFirst = element.dataset.html === undefined;
    element.dataset.html = html;
    const held = element.contains(document.activeElement) ? document.activeElement.value : null;
    const before = values(element);
    element.innerHTML = html;
    if (isFirst && values(element) === before) return;
    element.changed = performance.now();
    if (held !== null) {
      const button = [...element.querySelectorAll("button")].find((found) => found.value === held);
      (button || element).focus();
    }
  };

  const values = (element) => [...element.querySelectorAll("li")].map((item) => item.querySelector("button")?.value).join();

  let stock = [];

  const showState = (state) => {
    stock = state.stock;
    alarm = state.alarm;
    shift = state.shift;
    if (state.ending !== null) {
      // What has no answer yet is said here, as long as it has none.
      if (pending.length === 0) location.assign("/");
      alarm = state.ending;
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

  // Presses: each tap or key is one, with an id of its own. They wait in the tab's own storage, in their order, until they
  // are answered, so that a page that is loaded again goes on sending them.

  const load = (name) => {
    try {
      return JSON.parse(sessionStorage.getItem(name)) || [];
    } catch {
      return [];
    }
  };

  const save = (name, list) => {
    try {
      sessionStorage.setItem(name, JSON.stringify(list));
    } catch {
      // Without storage they are kept as long as the page.
    }
  };

  const prefix = makeID();
  let shift = body.dataset.shift;
  let presses = 0;
  let pending = load("presses");
  // The ids of the presses of this burst that are answered, and when the last one was made.
  let burst = [];
  let pressed = -Infinity;
  let isByKey = false;
  let isSending = false;
  let failures = 0;

  const press = (what) => {
    const now = performance.now();
    if (pending.length === 0 && now - pressed > BURST_MS) {
      burst = [];
      byID("answer").replaceChildren();
    }
    pressed = now;
    presses++;
    pending.push({ id: `${prefix}-${presses}`, shift, time: Date.now(), ...what });
    save("presses", pending);
    showSending();
    drain();
  };

  const showSending = () => {
    const count = pending.length;
    const age = count > 0 ? Date.now() - pending[0].time : 0;
    const isLate = count > 0 && (failures > 0 || age >= LATE_MS);
    if (count > 0 && !isLate) setTimeout(showSending, LATE_MS - age);
    const text = isLate ? body.dataset.late : count > 0 ? body.dataset.sending : "";
    setText(byID("sending"), text.replace("{}", count));
    byID("box").classList.toggle("waiting", count > 0);
    byID("box").classList.toggle("late", isLate);
    for (const button of document.querySelectorAll("[data-juice]")) {
      const own = pending.filter((one) => one.juice === button.dataset.juice).length;
      setText(button.querySelector(".times"), own > 0 ? `×${own}` : "");
      button.classList.toggle("busy", own > 0);
    }
  };

  // Sends what is pending until all of it is answered; several presses go together while an answer takes its time.
  const drain = async () => {
    if (isSending) return;
    isSending = true;
    while (pending.length > 0) {
      const batch = pending.filter((one) => one.shift === pending[0].shift).slice(0, BATCH_MAX);
      try {
        const said = await send(batch);
        failures = 0;
        const ids = batch.map((one) => one.id);
        pending = pending.filter((one) => !ids.includes(one.id));
        save("presses", pending);
        burst = [...burst, ...ids].slice(-BURST_MAX);
        showSending();
        if (said === null) tell(body.dataset.refused, "bad");
        else show(said);
        if (batch.some((one) => one.juice)) signal(said?.isGood ? "served" : "short");
      } catch {
        failures++;
        showSending();
        await new Promise((done) => setTimeout(done, Math.min(RETRY_MS_MAX, 125 * 2 ** failures)));
      }
    }
    isSending = false;
  };

  // Sends presses; gives nothing if the counter cannot read them, which no second try would change.
  const send = async (batch) => {
    const list = batch.map((one) => (one.back ? `${one.id}:back:${one.back}` : `${one.id}:${one.juice}`));
    const response = await fetch("/presses", {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams({ form, shift: batch[0].shift, presses: list.join(), burst: burst.join() }),
      signal: AbortSignal.timeout(SEND_LIMIT_MS),
    });
    if (response.status === 400) return null;
    if (!response.ok) throw new Error();
    return response.json();
  };

  const show = (said) => {
    polls++;
    tag = "";
    isLost = false;
    if (!isOrders) {
      // The order screen says it once it is shown again.
      save("answered", burst);
    } else {
      // An answer that is the same as the one before is read out all the same.
      byID("answer").innerHTML = "";
      requestAnimationFrame(() => { byID("answer").innerHTML = said.answer; });
      if (said.isShort && isByKey) setTimeout(focusQuestion, BURST_MS / 2);
    }
    showState(said.state);
  };

  // The question gets the focus once the burst is over: a key that is still being pressed is not its answer.
  const focusQuestion = () => {
    if (pending.length === 0 && performance.now() - pressed >= BURST_MS / 2) byID("yes")?.focus();
  };

  const tell = (text, kind) => {
    const line = document.createElement("p");
    line.className = `said ${kind}`;
    line.textContent = text;
    byID("answer").replaceChildren(line);
  };

  // What was ordered last: where the focus goes back to once its question is answered.
  let asked = null;

  const order = (button, isKey) => {
    asked = button;
    isByKey = isKey;
    press({ juice: button.dataset.juice });
  };

  const takeBack = (id) => {
    if (performance.now() - (byID("latest").changed ?? -Infinity) < LIST_MS) return tell(body.dataset.moved, "short");
    press({ back: id });
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
    // What was short before stock was corrected is ordered again, each cup a press of its own.
    byID("answer").addEventListener("submit", (event) => {
      const button = event.submitter;
      if (!button.dataset.again) return;
      event.preventDefault();
      history.replaceState(null, "", "/");
      const juice = document.querySelector(`[data-juice="${button.value}"]`);
      const isKey = button.matches(":focus-visible");
      if (isKey) juice.focus();
      button.closest("form").remove();
      for (let cups = Number(button.dataset.again); cups > 0; cups--) order(juice, isKey);
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
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.repeat) {
        // A key that is held is one press.
        if (event.target.closest("#juices, #take-back") && event.key === "Enter") event.preventDefault();
        return;
      }
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

  // Shows new stock in a cell, unless the user is editing the cell: then only the stock beside it changes, and the server
  // asks again, since it was another one that the user saw.
  const refreshCell = (item, stock) => {
    item.dataset.stock = stock;
    if (!isEdited(item)) cellOf(item).value = wasOf(item).value = String(stock);
    mark(item);
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

  // Says what a cell stands for: from which stock to which, and by how much.
  const mark = (item) => {
    const from = Number(item.dataset.stock ?? wasOf(item).value);
    const to = cellOf(item).value === "" ? from : Number(cellOf(item).value);
    const isChanged = cellOf(item).value !== wasOf(item).value;
    item.classList.toggle("changed", isChanged);
    item.classList.toggle("moved", isChanged && from !== Number(wasOf(item).value));
    const by = to < from ? `−${from - to}` : `+${to - from}`;
    setText(item.querySelector(".change"), isChanged ? `${from} → ${to}, ${by}` : "");
  };

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
      // Leaves without booking.
      if (event.key !== "Escape") return;
      // By itself the key would stop the page that it leads to.
      event.preventDefault();
      byID("leave").click();
    });
  };

  // A page that is gone back to shows what was, and its ids are used.
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  const answered = load("answered");
  if (isOrders && answered.length > 0) {
    save("answered", []);
    location.replace(`/?said=${answered.join()}`);
  }
  if (isOrders) startOrders();
  else startStock();
  showSending();
  drain();
  keepPolling();
})();
