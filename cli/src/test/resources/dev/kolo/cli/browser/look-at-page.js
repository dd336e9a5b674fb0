// What a reader with a browser would complain of: looked at as it is rendered, with the colours that are in force.
const complaints = [];
const short = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 40);

const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((h) => [Number(h.tagName[1]), h.textContent]);
if (levels.filter(([level]) => level === 1).length !== 1) complaints.push('not exactly one h1');
levels.forEach(([level, text], i) => {
  if (i > 0 && level > levels[i - 1][0] + 1) complaints.push(`heading level skipped before "${text}"`);
});

const rgb = (css) => css.match(/[\d.]+/g).map(Number);
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const ground = (element) => {
  // A badge in a drawing stands on the shape before it.
  const shape = element.classList.contains('badge-text') ? element.previousElementSibling : null;
  if (shape) return rgb(getComputedStyle(shape).fill);
  for (let e = element; e; e = e.parentElement) {
    const colour = rgb(getComputedStyle(e).backgroundColor);
    if (colour.length < 4 || colour[3] > 0) return colour;
  }
  return [255, 255, 255];
};
const unlike = new Set();
for (const element of document.body.querySelectorAll('*')) {
  const own = [...element.childNodes].filter((n) => n.nodeType === 3 && n.data.trim() !== '');
  if (own.length === 0 || element.getClientRects().length === 0) continue;
  const style = getComputedStyle(element);
  const ink = rgb(element instanceof SVGElement ? style.fill : style.color);
  const [a, b] = [light(ink), light(ground(element))].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (large ? 3 : 4.5)) unlike.add(`contrast ${ratio.toFixed(1)} of "${short(own[0].data)}"`);
}
complaints.push(...[...unlike].slice(0, 5));

const root = document.scrollingElement;
if (root.scrollWidth > root.clientWidth) complaints.push(`${root.scrollWidth} wide in a window of ${root.clientWidth}`);
const loaded = performance.getEntriesByType('resource').map((r) => r.name);
if (loaded.length > 0) complaints.push(`loads ${loaded.join(', ')}`);
for (const svg of document.querySelectorAll('svg')) {
  if (svg.getClientRects().length > 0 && (svg.clientWidth < 100 || svg.clientHeight < 40)) complaints.push('a drawing is too small');
}
return JSON.stringify(complaints);
