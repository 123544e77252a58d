"use strict";
// What the page asks before its other scripts are here. A bare address opens tic-tac-toe.
const early = {};
for (const path of ["books", ...(location.hash ? [] : ["3x3x3/players", "3x3x3/lookup?position=.../.../..."])]) {
  early[`api/${path}`] = fetch(`api/${path}`);
  early[`api/${path}`].catch(() => {});
}
