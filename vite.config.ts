import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { directImports } from './scripts/web/direct-imports.ts'
import { mantineCss } from './scripts/web/mantine-css.ts'
import { withoutPageFiles } from './scripts/web/page-files.ts'
import { pureRoots } from './scripts/web/pure-roots.ts'
import { sharedFiles } from './scripts/web/shared-files.ts'
import { themeVariables } from './scripts/web/theme-variables.ts'

const framework = /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/

const anyOf = (...parts: RegExp[]) => new RegExp(parts.map((part) => part.source).join('|'))

/** Our own modules that every page loads, and one style sheet for the visitors' pages. */
const shell = anyOf(
  /src[\\/]app[\\/]shell[\\/](?!Toasts|Dialog|end-session|Live|MemberTools|OpenMenu|ProfileMenu|ProfilePanel|LibrariesLayout|OpenPushes|keep-own-data|use-sending-waiting)/,
  /src[\\/]app[\\/]shell[\\/][^\\/]+\.css$/,
  /src[\\/]kernel[\\/]web[\\/][^\\/]+\.css$/,
  /@mantine[\\/]core[\\/]styles[\\/](?:baseline|default-css-variables|global)\.layer\.css/,
  /@mantine[\\/]core[\\/]styles[\\/](?:ActionIcon|Button|CloseButton|Input|Loader|UnstyledButton)\.layer\.css/,
  /src[\\/]kernel[\\/]web[\\/]form[\\/]PlainField\.module\.css/,
  /src[\\/]accounts[\\/]web[\\/](?:AuthFrame|SubmitButton|WaysIn)\.module\.css/,
  /src[\\/]app[\\/]pages[\\/](?:LandingCard|LandingPage|ServicesPage)\.module\.css/,
  /src[\\/]support[\\/]web[\\/](?:HelpSupportPage|AskUs|ArticleView|ForMembers|ServiceStatus|FilesField|MyTickets)\.module\.css/,
  /src[\\/]location[\\/]web[\\/](?:LocationLine|PlaceChoices)\.module\.css/,
  /virtual:theme-variables\.css/,
  // Single lines, which would otherwise be requests of their own for visitors' pages.
  /src[\\/]support[\\/]web[\\/]ticket-address\.ts/,
  /src[\\/]kernel[\\/](?:phone|letters|web[\\/](?:use-linked-details|use-now|form[\\/]use-kept))\.tsx?/,
  /src[\\/]emergency[\\/]web[\\/](?:report[\\/])?[^\\/]+\.css$/,
  /src[\\/]packages[\\/]limits\.ts/,
)

/** Libraries of pages that visitors don't open first. */
const libraries = anyOf(
  /node_modules[\\/](?:@tanstack|@orpc)[\\/]/,
  /@mantine[\\/]core[\\/]esm[\\/]core[\\/]MantineProvider[\\/](?!ColorSchemeScript|mantine-html-props)/,
  /src[\\/]kernel[\\/]web[\\/](?:Libraries|live|query-client|rpc|write|error-text|theme|zone-names)\.tsx?$/,
  // Single lines, which would otherwise be requests of their own for members' pages.
  /src[\\/]accounts[\\/]web[\\/]accounts\.ts$|lucide[\\/].+[\\/]icons[\\/]bell\.m?js$/,
  /src[\\/](?:kernel[\\/]live|app[\\/]shell[\\/]Live)\.tsx?$/,
)

/** Shared by /login and /signup. */
const signIn =
  /src[\\/](?:kernel[\\/]web[\\/]form[\\/]Plain|accounts[\\/](?:(?:providers|text)\.ts|web[\\/](?:auth\.ts|AuthFrame|Fields|SubmitButton|WaysIn|SocialButtons|mail-again|refusals|provider-news|use-ways-in)))/

/** Shared by /services and the search. */
const place =
  /src[\\/]location[\\/]web[\\/](?:LocationLine|icons|user-location|load-lookups|ask-position|kept-location)/

/** Shared by the emergency pages. */
const emergency =
  /src[\\/]emergency[\\/](?:(?:helplines|injured|places|report-text|sources)\.ts|web[\\/](?!\w+Page|PlaceCard|OwnPart|own-facts)[\w-]+\.tsx?)$/

/** Shared by the pages of products and the cart. */
const shop = anyOf(
  /src[\\/](?:kernel[\\/]web[\\/](?:send|list[\\/]use-typed-search)|pets[\\/]rules|shop[\\/](?:rules|web[\\/](?:use-answer|use-pages|words|cart[\\/](?:AddToCart|CartBadge|cart-store|changes|guest-cart))))\.tsx?$/,
  /src[\\/]shop[\\/]web[\\/](?:ShopPage|catalogue[\\/]\w+|cart[\\/]\w+)\.module\.css$/,
)

/** Leaves out the line that Vite adds to each name: names are a good part of what every page loads. */
const scopedName = (name: string, file: string) =>
  `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)}`

export default defineConfig(({ command }) => ({
  css: { modules: { generateScopedName: scopedName } },
  plugins: [mantineCss(), themeVariables(), withoutPageFiles(), pureRoots(), directImports(), reactRouter()],
  define: {
    __PRODUCT_NAME__: JSON.stringify(process.env['PRODUCT_NAME'] || 'Pawfolk'),
    __HAS_WORKER__: command === 'build',
    __SOURCE_URL__: JSON.stringify(process.env['SOURCE_URL'] || null),
  },
  build: {
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // An inlined file is downloaded with every page; a separate one is cached.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Our modules have no side effects, so importing from a domain's index doesn't bring in the rest.
          treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/].+\.tsx?$/, sideEffects: false }] },
          output: {
            // A few files instead of a dozen requests: libraries and our own code change at different times.
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework },
                { name: 'shell', test: shell },
                { name: 'libraries', test: libraries },
                { name: 'sign-in', test: signIn },
                { name: 'place', test: place },
                { name: 'emergency', test: emergency },
                { name: 'shop', test: shop },
                ...sharedFiles,
              ],
            },
          },
        },
      },
    },
  },
}))
