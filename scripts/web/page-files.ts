import type { Plugin } from 'vite'

/** Leaves the files of pages out of the browser's route table, which every page loads; only the build reads them. */
export function withoutPageFiles(): Plugin {
  return {
    name: 'without-page-files',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /src[\\/]app[\\/]route-table\.ts$/ },
      handler: (code) => ({
        code: code.replaceAll(/'(?!app\/pages\/ComingSoonPage)[\w/-]+Page\.tsx'/g, "''"),
        map: null,
      }),
    },
  }
}
