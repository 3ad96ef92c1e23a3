/** Returns the words of a name in snake case for people: "base_url" becomes "Base URL". */
export function fieldWords(name: string): string {
  const words = name.replaceAll("_", " ").replace(/\burl\b/, "URL");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
