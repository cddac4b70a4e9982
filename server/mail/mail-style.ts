/** The light colours, for inline styles. The style sheet overrides them by class in dark mode. */
export const COLOURS = {
  paper: "#FBFAF6",
  card: "#FFFFFF",
  line: "#E6E1D4",
  ink: "#1B2430",
  quiet: "#56606D",
  green: "#0E5A4A",
  onGreen: "#FFFFFF",
  marigold: "#E9A21B",
} as const;

const DARK = {
  paper: "#0F1519",
  card: "#172026",
  line: "#2B373F",
  ink: "#E8E6DF",
  quiet: "#A9B2B8",
  green: "#5CC4AA",
  onGreen: "#0F1519",
} as const;

/** The Kannada fonts of Android, Windows and Apple. Nothing is loaded: many mail programs refuse fonts from elsewhere. */
export const FONT =
  "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Kannada','Nirmala UI','Kannada Sangam MN',Tunga,Arial,sans-serif";

/** Some mail programs drop the whole sheet at an unknown rule, so it uses only what the oldest ones support. */
export const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.inside{padding:24px 20px!important}
.wide{width:100%!important}
}
@media (prefers-color-scheme:dark){
.paper{background:${DARK.paper}!important}
.card{background:${DARK.card}!important;border-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}
.quiet{color:${DARK.quiet}!important}
.green{color:${DARK.green}!important}
.press{background:${DARK.green}!important;color:${DARK.onGreen}!important}
.rule{border-color:${DARK.line}!important}
}
`;
