// Served beside simcord's own scripts. Two of its habits do not suit a table where computers move: a click is dropped
// while the one before is still on its way, and a countdown stands still until its message changes.

const CONTROL = "button.component-button[data-control-key]";
const RELATIVE = /^(in \d|this |now|next |last |tomorrow|yesterday|\d.* ago$)/;

/** @type {string[]} Keys of the buttons pressed while an action was on its way, oldest first. */
const waiting = [];
/** @type {HTMLElement | null} */
let pressed = null;
let replaying = false;

function free() {
  const page = window.simcordPreview;
  return !page.pendingAction && !(page.awaitingRevision > page.publishedRevision);
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
function control(target) {
  return target instanceof Element ? target.closest(CONTROL) : null;
}

/** @param {string} key */
function press(key) {
  const button = [...document.querySelectorAll(CONTROL)].find((item) => item.dataset.controlKey === key);
  if (button && !button.disabled) button.click();
}

document.addEventListener("click", (event) => {
  const button = control(event.target);
  if (!button || replaying || (free() && waiting.length === 0)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting.push(button.dataset.controlKey);
}, true);

setInterval(() => {
  if (waiting.length === 0 || !free()) return;
  replaying = true;
  try { press(waiting.shift()); } finally { replaying = false; }
}, 30);

// A message that is drawn anew between press and release takes its button along, and the browser sees no click.
document.addEventListener("pointerdown", (event) => { pressed = control(event.target); }, true);
document.addEventListener("pointerup", (event) => {
  const released = control(event.target);
  if (pressed && released && released !== pressed && released.dataset.controlKey === pressed.dataset.controlKey) {
    released.click();
  }
  pressed = null;
}, true);

/** @param {number} seconds */
function relative(seconds) {
  const size = Math.abs(seconds);
  const [unit, amount] = size < 60 ? ["second", seconds] : size < 3600 ? ["minute", seconds / 60]
    : size < 86400 ? ["hour", seconds / 3600] : ["day", seconds / 86400];
  return new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }).format(Math.round(amount), unit);
}

setInterval(() => {
  for (const item of document.querySelectorAll("time.discord-timestamp[datetime]")) {
    if (!RELATIVE.test(item.textContent)) continue;
    const text = relative((Date.parse(item.dateTime) - Date.now()) / 1000);
    if (item.textContent !== text) item.textContent = text;
  }
}, 1000);
