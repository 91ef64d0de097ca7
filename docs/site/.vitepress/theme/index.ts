/** The default theme with the fonts of the system: no web font is loaded. */
import Theme from "vitepress/theme-without-fonts";
import "./style.css";

export default Theme;
