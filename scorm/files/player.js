// Frames the lesson inside a course system and reports for it, by SCORM 1.2 or 2004.
// What the lesson tells is described in its docs/embedding.md.
"use strict";
const config = JSON.parse(document.getElementById("config").textContent);
const frame = document.querySelector("iframe");
const origin = new URL(config.address).origin;

// What the two standards call the same things.
const names = {
  1.2: {
    api: "API", start: "LMSInitialize", get: "LMSGetValue", set: "LMSSetValue", commit: "LMSCommit", end: "LMSFinish",
    status: "cmi.core.lesson_status", score: "cmi.core.score", exit: "cmi.core.exit", time: "cmi.core.session_time",
    room: 4096,
  },
  2004: {
    api: "API_1484_11", start: "Initialize", get: "GetValue", set: "SetValue", commit: "Commit", end: "Terminate",
    status: "cmi.completion_status", score: "cmi.score", exit: "cmi.exit", time: "cmi.session_time",
    room: 64000,
  },
}[config.version];

// The course system's interface hangs on a window around this one, or around the one that opened it.
function find(name) {
  for (const first of [window, window.opener]) {
    let one = first;
    for (let depth = 0; one && depth < 50; depth += 1) {
      try {
        if (one[name]) return one[name];
      } catch {
        // Another site's window: what is around it may still be ours.
      }
      if (one.parent === one) break;
      one = one.parent;
    }
  }
  return null;
}

const api = find(names.api);
const call = (name, ...values) => String(api[names[name]](...values));
const get = (key) => call("get", key);
const set = (key, value) => call("set", key, String(value));
const say = (text) => {
  const status = document.querySelector("p");
  if (status.textContent !== text) status.textContent = text;
};

const began = Date.now();
function spent() {
  const seconds = Math.round((Date.now() - began) / 1000);
  if (config.version === "2004") return `PT${seconds}S`;
  const two = (value) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

let open = api !== null && call("start", "") === "true";
let finished = false;
let best = null; // of the quiz, 0 to 100: a later, worse attempt takes nothing away

function commit() {
  set(names.time, spent());
  say(call("commit", "") === "true" ? "" : config.words.unrecorded);
}

function begin() {
  if (!open) return say(config.words.alone);
  const status = get(names.status);
  finished = ["completed", "passed", "failed"].includes(status);
  const raw = get(`${names.score}.raw`);
  if (raw !== "" && Number.isFinite(Number(raw))) best = Number(raw);
  if (!finished) set(names.status, "incomplete");
  set(names.exit, "suspend"); // whoever comes back goes on where they were, after a crash too
  commit();
}

// Where the learner was, if that is a place of this lesson; else where the package was made for.
function place() {
  const first = new URL(config.address);
  const saved = open ? get("cmi.suspend_data") : "";
  if (!saved.startsWith("/")) return first;
  const last = new URL(saved, origin);
  if (last.origin !== origin) return first;
  for (const [name, value] of first.searchParams) {
    if (name.startsWith("embed")) last.searchParams.append(name, value);
  }
  return last;
}

function keepPlace(at) {
  if (typeof at === "string" && at.startsWith("/") && at.length <= names.room) set("cmi.suspend_data", at);
}

function keepScore({ count, answered, right }) {
  if (!(answered > 0 && answered <= count && right >= 0 && right <= answered)) return;
  best = Math.max(best ?? 0, Math.round((100 * right) / count));
  set(`${names.score}.min`, 0);
  set(`${names.score}.max`, 100);
  set(`${names.score}.raw`, best);
  if (config.version === "2004") set("cmi.score.scaled", best / 100);
}

function keepStatus(done, quiz) {
  const share = config.needs.filter((step) => done.includes(step)).length / config.needs.length;
  const judged = config.mastery > 0;
  finished = finished || (share === 1 && (!judged || quiz.answered === quiz.count));
  const passed = best !== null && best >= 100 * config.mastery ? "passed" : "failed";
  if (config.version === "2004") {
    set("cmi.progress_measure", finished ? 1 : share);
    if (finished) set(names.status, "completed");
    if (finished && judged) set("cmi.success_status", passed);
  } else if (finished) {
    set(names.status, judged ? passed : "completed");
  }
}

begin();
window.addEventListener("message", (event) => {
  // Only from the lesson's own server, only from our own frame, only what it is known to say.
  if (!open || event.origin !== origin || event.source !== frame.contentWindow) return;
  const told = event.data;
  if (!told || told.source !== config.source || told.version !== config.messages || told.type !== "progress") return;
  keepPlace(told.at);
  keepScore(told.quiz);
  keepStatus(told.done, told.quiz);
  commit(); // now: a closing window may not get to it
});
frame.src = place().href;

window.addEventListener("pagehide", () => {
  if (!open) return;
  commit();
  call("end", "");
  open = false;
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload(); // back in a page whose report was ended
});
