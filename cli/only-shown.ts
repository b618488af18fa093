/** Thrown in the place of sending a request that is only to be shown. */
export class OnlyShown extends Error {
  readonly request: Request;

  constructor(request: Request) {
    super("The request is not sent.");
    this.request = request;
  }
}
