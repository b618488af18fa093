/**
 * Stands for an object that is created before the tests of a file, with the object's properties.
 *
 * @throws Error from each use before the object exists
 */
export function createLazily<T extends object>(name: string, find: () => T | undefined): T {
  const existing = (property: string | symbol) => {
    const target = find();
    if (!target) throw new Error(`${String(property)} of ${name} is used before beforeAll has created it.`);
    return target;
  };
  return new Proxy({} as T, {
    get: (_, property) => Reflect.get(existing(property), property),
    set: (_, property, value) => Reflect.set(existing(property), property, value),
  });
}
