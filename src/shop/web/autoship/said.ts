/** What became of the last click, with a way back where there is one. */
export type Said = { text: string; again?: { to: string } | { label: string; run(): void } }
