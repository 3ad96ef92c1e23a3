/**
 * Loader for Turbopack: reduces the component library's list of words in all languages to the English ones. The console's
 * own words are English in every locale, and some thirty languages weigh more than the components.
 *
 * @param {string} source
 * @returns {string}
 */
export default function englishWords(source) {
  const [english] = /"[^"]+\/en-US\.m?js"/.exec(source) ?? [];
  if (!english) throw new Error("The component library has no list of words with English in it");
  return `import words from ${english};\nexport default { "en-US": words };`;
}
