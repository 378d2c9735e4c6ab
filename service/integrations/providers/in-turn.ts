/** Does work when all work before it of the same key has ended, well or not. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Turns within this process alone. */
export function inTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, turn);
    const forget = () => void (last.get(key) === turn && last.delete(key));
    turn.then(forget, forget);
    return turn;
  };
}
