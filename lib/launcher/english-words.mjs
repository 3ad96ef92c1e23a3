/**
 * A loader of the bundler's: reduces a list of the component library's words in all languages to the English ones. The
 * console's own words are English whatever the locale says, and some thirty languages weigh more than the components.
 *
 * @param {string} source
 * @returns {string}
 */
export default function englishWords(source) {
  const [english] = /"[^"]+\/en-US\.m?js"/.exec(source) ?? [];
  if (!english) throw new Error("The component library has no list of words with English in it");
  return `import words from ${english};\nexport default { "en-US": words };`;
}
