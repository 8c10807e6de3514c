import type { Plugin } from 'vite'

/** The root files of the domains, and those of the kernel: pure by ARCHITECTURE.md. */
const root = /[\\/]src[\\/](?!app[\\/])\w+[\\/][\w-]+\.ts$/

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * Marks the calls by which our root files make their values as free of side effects. A bundler can't know that for
 * `z.object(…)`, and otherwise keeps every schema of a contract, and zod, beside a constant that a page needs.
 */
export function pureRoots(): Plugin {
  return {
    name: 'pure-roots',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: root },
      handler(code) {
        return { code: markMade(code, this.parse(code).body as unknown as Node[]), map: null }
      },
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.moduleIds.some((id) => /node_modules[\\/]zod[\\/]/.test(id)))
          throw new Error(
            `${file.fileName} contains zod, 24 kB for every member. Take constants and types from a domain’s root, no schemas.`,
          )
    },
  }
}

/** Returns the code with each value that a call makes in a function of its own, which is marked. */
export function markMade(code: string, body: readonly Node[]): string {
  const values = body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement))
    .flatMap((statement) => ((statement as Node | null)?.['declarations'] as Node[] | undefined) ?? [])
    .map((declared) => declared['init'] as Node | null)
    .filter((value) => value !== null && isMade(value))
  return values.reduceRight(
    (marked, value) =>
      `${marked.slice(0, value!.start)}/* @__PURE__ */ (() => (${marked.slice(value!.start, value!.end)}))()${marked.slice(value!.end)}`,
    code,
  )
}

/** Tells whether something runs when the module is loaded, other than functions being declared. */
function isMade(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(isMade)
  if (typeof part !== 'object' || part === null || !('type' in part)) return false
  const { type } = part as Node
  if (/Function|Class/.test(type)) return false
  return /^(?:CallExpression|NewExpression|SpreadElement)$/.test(type) || Object.values(part).some(isMade)
}
