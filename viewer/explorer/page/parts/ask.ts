/** Answers that a part waits for. */

import { useEffect, useState } from "preact/hooks";

/** What a question is answered with: null until then, and from when another one is asked. */
export function useAnswer<T>(key: string, ask: () => Promise<T | null>): T | null {
  const [known, know] = useState<{ key: string; answer: T | null } | null>(null);
  useEffect(() => {
    let wanted = true;
    ask().then((answer) => wanted && know({ key, answer }), () => {/* then it stays unknown */});
    return () => void (wanted = false);
  }, [key]);
  return known?.key === key ? known.answer : null;
}
