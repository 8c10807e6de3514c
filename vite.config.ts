import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Libraries that every page loads. */
const framework =
  /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|react-router|scheduler|@tanstack|@orpc)[\\/]/

/** What of ours, and of Mantine, every page loads. */
const shell = new RegExp(
  [
    /src[\\/]app[\\/]shell[\\/](?!Toasts)/,
    /src[\\/]kernel[\\/]web[\\/][^\\/]+$/,
    /@mantine[\\/]core[\\/]esm[\\/]core[\\/]MantineProvider[\\/]/,
    /@mantine[\\/]core[\\/]styles[\\/](?:baseline|default-css-variables|global|UnstyledButton\.layer)\.css/,
  ]
    .map((part) => part.source)
    .join('|'),
)

export default defineConfig({
  plugins: [reactRouter()],
  resolve: {
    alias: {
      // Buttons, tabs and fields build on it. A chunk fetched later brings shared sheets once more, at the end; in a
      // layer it stays the weaker one wherever it stands.
      '@mantine/core/styles/UnstyledButton.css': '@mantine/core/styles/UnstyledButton.layer.css',
    },
  },
  define: {
    __PRODUCT_NAME__: JSON.stringify(process.env['PRODUCT_NAME'] || 'Pawfolk'),
    __SOURCE_URL__: JSON.stringify(process.env['SOURCE_URL'] || null),
  },
  build: {
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // A file inlined into CSS or HTML is paid for on every page; as a file it is cached once.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Our modules only define things: what a page takes from a domain's index does not bring the rest along.
          treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/].+\.tsx?$/, sideEffects: false }] },
          output: {
            // Two files instead of a dozen requests: what changes with a library, and what changes with us.
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework },
                { name: 'shell', test: shell },
              ],
            },
          },
        },
      },
    },
  },
})
