/** The part of jq-web that we use; it comes without types. */
declare module "jq-web" {
  interface Jq {
    /** What a program writes for a JSON text. Throws with what it says on its stderr. */
    raw(json: string, program: string, flags: string[]): string;
  }
  const loading: Promise<Jq>;
  export default loading;
}
