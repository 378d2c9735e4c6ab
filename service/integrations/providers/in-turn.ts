/** Does work when all before it of the same key has ended, however it did. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Of this process alone. */
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
