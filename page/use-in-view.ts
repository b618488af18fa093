import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Calls back each time that an element comes into view, or within a margin of it. */
export function useInView<E extends Element>(onSeen: () => unknown, rootMargin = "0px"): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onSeen(),
      { rootMargin },
    );
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return element;
}
