import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { mantineCss } from './scripts/web/mantine-css.ts'
import { themeVariables } from './scripts/web/theme-variables.ts'

/** Libraries that every page loads. */
const framework = /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/

const anyOf = (...parts: RegExp[]) => new RegExp(parts.map((part) => part.source).join('|'))

/** What of ours every page loads; and one sheet with what the pages for visitors look like. */
const shell = anyOf(
  /src[\\/]app[\\/]shell[\\/](?!Toasts|ProfileMenu|ProfilePanel|LibrariesLayout)/,
  /src[\\/]app[\\/]shell[\\/][^\\/]+\.css$/,
  /src[\\/]kernel[\\/]web[\\/][^\\/]+\.css$/,
  /@mantine[\\/]core[\\/]styles[\\/](?:baseline|default-css-variables|global)\.layer\.css/,
  /@mantine[\\/]core[\\/]styles[\\/](?:ActionIcon|Button|CloseButton|Input|Loader|UnstyledButton)\.layer\.css/,
  /src[\\/]kernel[\\/]web[\\/]form[\\/]PlainField\.module\.css/,
  /src[\\/]accounts[\\/]web[\\/](?:AuthFrame|SubmitButton|WaysIn)\.module\.css/,
  /src[\\/]app[\\/]pages[\\/](?:LandingCard|LandingPage|ServicesPage)\.module\.css/,
  /src[\\/]support[\\/]web[\\/](?:HelpSupportPage|AskUs|ArticleView|ForMembers|ServiceStatus|FilesField|MyTickets)\.module\.css/,
  /src[\\/]location[\\/]web[\\/]LocationLine\.module\.css/,
  /virtual:theme-variables\.css/,
  // One line, which would be a request of /help-support.
  /src[\\/]support[\\/]web[\\/]ticket-address\.ts/,
)

/** What pages are made with that visitors don't come to first. */
const libraries = anyOf(
  /node_modules[\\/](?:@tanstack|@orpc)[\\/]/,
  /@mantine[\\/]core[\\/]esm[\\/]core[\\/]MantineProvider[\\/](?!ColorSchemeScript|mantine-html-props)/,
  /src[\\/]kernel[\\/]web[\\/](?:Libraries|query-client|rpc|write|error-text|theme)\.tsx?$/,
)

/** What of Mantine's any form needs. */
const forms =
  /@mantine[\\/]core[\\/]esm[\\/]components[\\/](?:ActionIcon|Button|CloseButton|Input|InputBase|Loader|TextInput|Transition|UnstyledButton)[\\/]/

/** What /login and /signup share. */
const signIn =
  /src[\\/](?:kernel[\\/]web[\\/]form[\\/]Plain|accounts[\\/](?:(?:providers|text)\.ts|web[\\/](?:AuthFrame|Fields|SubmitButton|WaysIn|SocialButtons|mail-again|refusals|provider-news|use-ways-in)))/

/** What /services and the search share. */
const place = /src[\\/]location[\\/]web[\\/](?:LocationLine|icons|user-location)/

export default defineConfig({
  plugins: [mantineCss(), themeVariables(), reactRouter()],
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
                { name: 'libraries', test: libraries },
                { name: 'forms', test: forms },
                { name: 'sign-in', test: signIn },
                { name: 'place', test: place },
              ],
            },
          },
        },
      },
    },
  },
})
