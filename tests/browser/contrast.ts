import type { Page } from "@playwright/test";

/**
 * Measures the contrast of elements where axe cannot decide: text of the background's own colour, text on a gradient,
 * or under another element. Uses the element's own colour, and the backgrounds of its ancestors.
 */
export async function insufficientContrast(page: Page, targets: readonly string[]): Promise<string[]> {
  if (targets.length === 0) return [];
  return page.evaluate((selectors) => {
    type Colour = readonly [red: number, green: number, blue: number, alpha: number];
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const parse = (text: string): Colour => {
      if (!canvas) throw new Error("no canvas");
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const over = ([red, green, blue, alpha]: Colour, below: Colour): Colour => {
      const mix = (one: number, other: number) => one * alpha + other * (1 - alpha);
      return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
    };
    const luminance = ([red, green, blue]: Colour) => {
      const linear = (value: number) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const ratio = (one: Colour, other: Colour) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    /** Returns one colour for each stop of a gradient. */
    const backgroundsOf = (element: Element | null): Colour[] => {
      if (!element) return [[255, 255, 255, 1]];
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const stops = backgroundImage.match(/(?:rgba?|oklab|oklch|color)\([^)]*\)/g) ?? [];
      const own = parse(backgroundColor);
      const below = own[3] === 1 ? [own] : backgroundsOf(element.parentElement).map((it) => over(own, it));
      return [...(stops.length > 0 ? stops : ["transparent"])].flatMap((stop) =>
        below.map((colour) => over(parse(stop), colour)),
      );
    };
    const opacityOf = (element: Element | null): number =>
      element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;

    return selectors.flatMap((selector) => {
      const element = document.querySelector(selector);
      if (!element) return [];
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const pixels = Number.parseFloat(fontSize);
      const isLarge = pixels >= 24 || (pixels >= 18.66 && Number(fontWeight) >= 700);
      const [red, green, blue, alpha] = parse(color);
      const ink: Colour = [red, green, blue, alpha * opacityOf(element)];
      const least = Math.min(
        ...backgroundsOf(element).map((background) => ratio(over(ink, background), background)),
      );
      return least >= (isLarge ? 3 : 4.5)
        ? []
        : [`contrast of ${least.toFixed(2)}: ${color} in ${element.outerHTML.slice(0, 160)}\n  ${selector}`];
    });
  }, targets);
}
