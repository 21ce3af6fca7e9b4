// Makes the counter's screens faster; without this script, they work by forms and links.
"use strict";
(() => {
  const POLL_MS = 700;
  // Presses that follow each other within this time form a burst, which is answered as a whole.
  const BURST_MS = 1500;
  // The time after which the screen reports that an answer is late.
  const LATE_MS = 1500;
  const SEND_LIMIT_MS = 10000;
  const RETRY_MS_MAX = 2000;
  const BATCH_MAX = 100;
  const BURST_MAX = 500;
  const RECENT_MS = 5000;
  // The maximum number of answers that a page is asked for.
  const ANSWERS_MAX = 100;
  // A tap within this time after a change of the list is ignored: the user aimed at the earlier entry.
  const LIST_MS = 500;
  const DAY_MS = 60000;
  const body = document.body;
  // The shift of the page, whose menu gives the juices and fruits their numbers.
  const shift = body.dataset.shift;

  // Sound and vibration for served and for short orders, each of which is off unless switched on in this browser.
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
      // Sound and vibration are optional: orders are booked without them.
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
          // A setting that cannot be stored stays off.
          box.checked = false;
        }
        // A signal that was switched on is played once as a test.
        if (box.checked) signal(name.split("-")[0], { [name]: true });
      });
    }
  };

  if (body.classList.contains("course")) {
    startSignals();
    // The page of the day so far is reloaded as long as the counter is running.
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
  let isRenewed = false;

  const showAlarm = () => setText(byID("alarm"), isLost ? body.dataset.lost : alarm);

  const setText = (element, text) => {
    if (element && element.textContent !== text) element.textContent = text;
  };

  // Replaces a list and keeps the focus on the same entry, or moves it to the list if the entry is gone.
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
    if (state.shift !== shift) return renew();
    stock = state.stock;
    alarm = state.alarm;
    if (state.ending !== null) {
      // While requests are pending, the page stays open so that it can show their answers.
      if (pending.length === 0) location.assign(pageOf(recent()));
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

  // Loads the page again for the shift that is open now, with the answers to the last requests.
  const renew = () => {
    isRenewed = true;
    location.replace(isOrders ? pageOf(recent()) : location.pathname);
  };

  // The requests that were answered a moment ago; the next page shows their answers, too.
  const recent = () => (performance.now() - answeredAt < RECENT_MS ? burst : []);

  const pageOf = (ids) => (ids.length > 0 ? `/?said=${ids.slice(-ANSWERS_MAX).join()}` : "/");

  const poll = async () => {
    const mine = ++polls;
    try {
      const response = await fetch("/state", { headers: tag ? { "If-None-Match": tag } : {}, signal: AbortSignal.timeout(5000) });
      if (response.status === 403) return location.reload();
      if (response.status !== 304 && !response.ok) throw new Error();
      isLost = false;
      if (response.ok) {
        const state = await response.json();
        // If a request was sent meanwhile, its answer contained a newer state.
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
    while (!isRenewed) {
      if (document.hidden) {
        await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
      } else {
        await poll();
        await new Promise((done) => setTimeout(done, POLL_MS));
      }
    }
  };

  // Presses: each tap or key is a request with its own id. Requests stay in the tab's session storage, in their order, until
  // they are answered, so that a reloaded page continues to send them.

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
      // Without storage, requests are kept only as long as the page is open.
    }
  };

  const prefix = makeID();
  let presses = 0;
  let pending = load("presses");
  // The ids of the answered requests of this burst, and the time of its last press.
  let burst = [];
  let pressed = -Infinity;
  let answeredAt = -Infinity;
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
      const own = pending.filter((one) => one.shift === shift && one.juice === button.dataset.juice).length;
      setText(button.querySelector(".times"), own > 0 ? `×${own}` : "");
      button.classList.toggle("busy", own > 0);
    }
  };

  // Sends pending requests until all are answered; requests that arrive while one is being answered are sent together.
  const drain = async () => {
    if (isSending) return;
    isSending = true;
    while (pending.length > 0 && !isRenewed) {
      const batch = pending.filter((one) => one.shift === pending[0].shift).slice(0, BATCH_MAX);
      try {
        const said = await send(batch);
        failures = 0;
        const ids = batch.map((one) => one.id);
        pending = pending.filter((one) => !ids.includes(one.id));
        save("presses", pending);
        burst = [...burst, ...ids].slice(-BURST_MAX);
        answeredAt = performance.now();
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

  // Sends requests; returns nothing if the counter rejects them as invalid, so that they are not sent again.
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
      // The order screen shows the answers when it is opened next.
      save("answered", burst);
    } else {
      // The element is cleared first, so that screen readers announce an answer that equals the one before.
      byID("answer").innerHTML = "";
      requestAnimationFrame(() => { byID("answer").innerHTML = said.answer; });
      if (said.isShort && isByKey) setTimeout(focusQuestion, BURST_MS / 2);
    }
    showState(said.state);
  };

  // Focuses the question after the burst: a key pressed during the burst must not answer it.
  const focusQuestion = () => {
    if (pending.length === 0 && performance.now() - pressed >= BURST_MS / 2) byID("yes")?.focus();
  };

  const tell = (text, kind) => {
    const line = document.createElement("p");
    line.className = `said ${kind}`;
    line.textContent = text;
    byID("answer").replaceChildren(line);
  };

  // The button of the last order, which gets the focus back after the question is answered.
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
      const isCounted = ({ button, at }) => button === event.submitter && performance.now() - at < 700;
      const touch = isTouched ? counted.findIndex(isCounted) : -1;
      if (touch < 0) order(event.submitter, event.submitter.matches(":focus-visible"));
      else counted.splice(touch, 1);
    });
    // Touches count when they end, since a browser sends no click for those that overlap in time.
    const touches = new Map();
    // The touches whose click may follow.
    let counted = [];
    // Whether the last click was that of a touch; older browsers do not tell.
    let isTouched = false;
    byID("juices").addEventListener("click", (event) => { isTouched = (event.pointerType ?? "touch") === "touch"; });
    const juiceOf = (element) => element?.closest("[data-juice]");
    byID("juices").addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch") touches.set(event.pointerId, juiceOf(event.target));
    });
    byID("juices").addEventListener("pointercancel", (event) => touches.delete(event.pointerId));
    byID("juices").addEventListener("pointerup", (event) => {
      const button = touches.get(event.pointerId);
      touches.delete(event.pointerId);
      if (!button || juiceOf(document.elementFromPoint(event.clientX, event.clientY)) !== button) return;
      counted = [...counted.slice(-20), { button, at: performance.now() }];
      order(button, false);
    });
    // Orders that were short before the stock was corrected are repeated, with one request for each cup.
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
        // Key repeat is suppressed: a key that is held counts as one press.
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
      if (step === undefined || event.target.closest(".latest, .words, .choice, header")) return;
      event.preventDefault();
      moveFocus(juices, step);
    });
  };

  const dismiss = () => {
    const choice = document.querySelector(".choice");
    if (!choice) return;
    const hadFocus = choice.contains(document.activeElement);
    for (const part of document.querySelectorAll(".missing, .choice")) part.remove();
    history.replaceState(null, "", "/");
    if (hadFocus) (asked || document.querySelector("[data-juice]"))?.focus();
  };

  // Stock

  const cellOf = (item) => item.querySelector("input[type=number]");
  const wasOf = (item) => item.querySelector("input[type=hidden]");
  const isTouched = (item) => item.querySelector("input[name^=touched]") !== null;
  const isEdited = (item) =>
    document.activeElement === cellOf(item) || isTouched(item) || cellOf(item).value !== wasOf(item).value;

  // Shows new stock in a field, unless the user has edited the field. Then only the stock beside it changes, and the server
  // asks the user to check, since the stock differs from the one that the user saw.
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

  // Marks a field as edited by the user, so that it is sent as a count even if its value is unchanged.
  const touch = (item) => {
    mark(item);
    if (isTouched(item)) return;
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = `touched-${item.dataset.fruit}`;
    field.value = "1";
    item.append(field);
  };

  // Shows the change in a field: the old stock, the new stock, and the difference.
  const mark = (item) => {
    const from = Number(item.dataset.stock ?? wasOf(item).value);
    const to = cellOf(item).value === "" ? from : Number(cellOf(item).value);
    const isChanged = cellOf(item).value !== wasOf(item).value;
    item.classList.toggle("changed", isChanged);
    item.classList.toggle("moved", isChanged && from !== Number(wasOf(item).value));
    const by = to < from ? `−${from - to}` : `+${to - from}`;
    setText(item.querySelector(".change"), isChanged ? `${from} → ${to}, ${by}` : "");
  };

  // A button that is held repeats its step, faster the longer it is held.
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
      // A hold that ended beside the button has no click.
      delete button.dataset.held;
      timer = setTimeout(() => { button.dataset.held = "1"; go(0); }, 400);
    });
    for (const name of ["pointerup", "pointerleave", "pointercancel", "blur"]) button.addEventListener(name, stop);
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      event.preventDefault();
      // The click at the end of a hold is ignored, since the hold has already changed the field.
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
      // With the focus, the cell would change its number when the page is scrolled by the wheel.
      cellOf(item).addEventListener("wheel", () => cellOf(item).blur());
      // The browser may have focused the field of a short fruit before this script.
      if (cellOf(item) === document.activeElement) cellOf(item).select();
      mark(item);
    }
    // Enter moves to the next field; by default, it would press the form's first button.
    byID("stock").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target.type !== "number") return;
      event.preventDefault();
      const cells = [...document.querySelectorAll("input[type=number]")];
      (cells[cells.indexOf(event.target) + 1] || byID("close")).focus();
    });
    document.addEventListener("keydown", (event) => {
      // Escape leaves the screen without booking.
      if (event.key !== "Escape") return;
      // By default, the key would stop the loading of the next page.
      event.preventDefault();
      byID("leave").click();
    });
  };

  // A page from the browser's back/forward cache is reloaded: it shows an old state, and its request ids are used.
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  const answered = load("answered");
  if (isOrders && answered.length > 0) {
    save("answered", []);
    location.replace(pageOf(answered));
  }
  if (isOrders) startOrders();
  else startStock();
  showSending();
  drain();
  keepPolling();
})();
