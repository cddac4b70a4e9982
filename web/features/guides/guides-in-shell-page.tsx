export default function GuidesInShellPage() {
  return <h1>Guides</h1>;
}
