/** Thrown instead of sending a request, for `--dry-run` and `--curl`. */
export class UnsentRequest extends Error {
  readonly request: Request;

  constructor(request: Request) {
    super("The request is not sent.");
    this.request = request;
  }
}
