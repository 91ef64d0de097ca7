/** The default theme with the fonts of the system: no web font is loaded. */
import { h } from "vue";
import Theme from "vitepress/theme-without-fonts";
import "./style.css";

/** The first command, below the buttons of the home page. The theme gives the button its function. */
const firstCommand = () =>
  h("div", { class: "vp-doc first-command" }, [
    h("div", { class: "language-sh" }, [
      h("button", { class: "copy", title: "Copy Code" }),
      h("span", { class: "lang" }, "sh"),
      h("pre", h("code", "npm ci\nnpx swath demo")),
    ]),
    h("p", [
      "In a checkout, which brings its own Node. The demo costs nothing. ",
      h("a", { href: "/install.html" }, "Without Node"),
      " take one executable, a deb or a Python wheel.",
    ]),
  ]);

export default {
  extends: Theme,
  Layout: () => h(Theme.Layout, null, { "home-hero-actions-after": firstCommand }),
};
