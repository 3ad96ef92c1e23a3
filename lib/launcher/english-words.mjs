/**
 * A loader of the bundler's: in place of the component library's words in another language it gives the English ones. The
 * console's own words are English whatever the locale says, and some thirty languages weigh more than the components.
 *
 * @this {{ resourcePath: string }}
 * @returns {string}
 */
export default function englishWords() {
  const [extension] = /\.m?js$/.exec(this.resourcePath) ?? [".js"];
  return `export { default } from "./en-US${extension}";`;
}
