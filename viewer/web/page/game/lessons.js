/** How each side never loses at tic-tac-toe, one idea a slide: written by docs/slides.py (make slides). */

/** @typedef {{ before: string, words: string, position: string, cells: string[] }} Slide */

/** Slides by language and side. @type {Record<string, Record<string, Slide[]>>} */
export const lessons = {
  en: {
    X: [
      {"before": "", "words": "If you can complete a line of 3, complete it.", "position": "OO./.XX/...", "cells": ["a2"]},
      {"before": "", "words": "If O could complete a line with its next stone, take that cell.", "position": "OO./.X./.X.", "cells": ["c3"]},
      {"before": "Your 1st move.", "words": "Take the centre.", "position": ".../.../...", "cells": ["b2"]},
      {"before": "Your 2nd move.", "words": "If O has a corner, take a side not next to O's corner.", "position": "O../.X./...", "cells": ["c2", "b1"]},
      {"before": "Your 2nd move.", "words": "Otherwise, take a corner not next to O's side.", "position": ".O./.X./...", "cells": ["a1", "c1"]},
    ],
    O: [
      {"before": "", "words": "If you can complete a line of 3, complete it.", "position": "OO./XX./.X.", "cells": ["c3"]},
      {"before": "", "words": "If X could complete a line with its next stone, take that cell.", "position": "OX./.X./...", "cells": ["b1"]},
      {"before": "Your 1st move.", "words": "If X has the centre, take a corner.", "position": ".../.X./...", "cells": ["a3", "c3", "a1", "c1"]},
      {"before": "Your 1st move.", "words": "Otherwise, take the centre.", "position": "X../.../...", "cells": ["b2"]},
      {"before": "Your 2nd move.", "words": "If X has the centre, take a corner.", "position": "O../.X./..X", "cells": ["c3", "a1"]},
      {"before": "Your 2nd move. Otherwise, if X has a corner:", "words": "If X has a side, take the corner next to X's side and not opposite to X's corner.", "position": "..X/XO./...", "cells": ["a3"]},
      {"before": "Your 2nd move. Otherwise, if X has a corner:", "words": "Otherwise, take a side.", "position": "..X/.O./X..", "cells": ["b3", "a2", "c2", "b1"]},
      {"before": "Your 2nd move.", "words": "Otherwise, take a corner next to only one of X's sides.", "position": ".X./XO./...", "cells": ["c3", "a1"]},
      {"before": "Your 3rd move.", "words": "If X has the centre, take the corner next to your side.", "position": "..O/OXX/X..", "cells": ["a3"]},
      {"before": "Your 3rd move.", "words": "Otherwise, take a corner.", "position": "XOX/.O./.X.", "cells": ["a1", "c1"]},
      {"before": "Your 4th move.", "words": "Take any cell.", "position": "XXO/OOX/X..", "cells": ["b1", "c1"]},
    ],
  },
  de: {
    X: [
      {"before": "", "words": "Wenn du eine Reihe von 3 vollenden kannst, vollende sie.", "position": "OO./.XX/...", "cells": ["a2"]},
      {"before": "", "words": "Wenn O mit dem nächsten Stein eine Reihe vollenden könnte, nimm dieses Feld.", "position": "OO./.X./.X.", "cells": ["c3"]},
      {"before": "Dein 1. Zug.", "words": "Nimm die Mitte.", "position": ".../.../...", "cells": ["b2"]},
      {"before": "Dein 2. Zug.", "words": "Wenn O eine Ecke hat, nimm eine Seite, die nicht neben der Ecke von O liegt.", "position": "O../.X./...", "cells": ["c2", "b1"]},
      {"before": "Dein 2. Zug.", "words": "Sonst nimm eine Ecke, die nicht neben der Seite von O liegt.", "position": ".O./.X./...", "cells": ["a1", "c1"]},
    ],
    O: [
      {"before": "", "words": "Wenn du eine Reihe von 3 vollenden kannst, vollende sie.", "position": "OO./XX./.X.", "cells": ["c3"]},
      {"before": "", "words": "Wenn X mit dem nächsten Stein eine Reihe vollenden könnte, nimm dieses Feld.", "position": "OX./.X./...", "cells": ["b1"]},
      {"before": "Dein 1. Zug.", "words": "Wenn X die Mitte hat, nimm eine Ecke.", "position": ".../.X./...", "cells": ["a3", "c3", "a1", "c1"]},
      {"before": "Dein 1. Zug.", "words": "Sonst nimm die Mitte.", "position": "X../.../...", "cells": ["b2"]},
      {"before": "Dein 2. Zug.", "words": "Wenn X die Mitte hat, nimm eine Ecke.", "position": "O../.X./..X", "cells": ["c3", "a1"]},
      {"before": "Dein 2. Zug. Sonst, wenn X eine Ecke hat:", "words": "Wenn X eine Seite hat, nimm die Ecke, die neben der Seite von X und nicht gegenüber von der Ecke von X liegt.", "position": "..X/XO./...", "cells": ["a3"]},
      {"before": "Dein 2. Zug. Sonst, wenn X eine Ecke hat:", "words": "Sonst nimm eine Seite.", "position": "..X/.O./X..", "cells": ["b3", "a2", "c2", "b1"]},
      {"before": "Dein 2. Zug.", "words": "Sonst nimm eine Ecke, die neben nur einer Seite von X liegt.", "position": ".X./XO./...", "cells": ["c3", "a1"]},
      {"before": "Dein 3. Zug.", "words": "Wenn X die Mitte hat, nimm die Ecke, die neben deiner Seite liegt.", "position": "..O/OXX/X..", "cells": ["a3"]},
      {"before": "Dein 3. Zug.", "words": "Sonst nimm eine Ecke.", "position": "XOX/.O./.X.", "cells": ["a1", "c1"]},
      {"before": "Dein 4. Zug.", "words": "Nimm irgendein Feld.", "position": "XXO/OOX/X..", "cells": ["b1", "c1"]},
    ],
  },
};
