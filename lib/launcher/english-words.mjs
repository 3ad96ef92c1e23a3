/**
 * Turbopack loader that reduces the component library's messages in all languages to the English ones. The console's
 * texts are English in every locale, and some thirty languages would be larger than the components.
 * @param {string} source
 * @returns {string}
 */
export default function englishWords(source) {
  const [english] = /"[^"]+\/en-US\.m?js"/.exec(source) ?? [];
  if (!english) throw new Error("The component library has no English messages in this list");
  return `import words from ${english};\nexport default { "en-US": words };`;
}
