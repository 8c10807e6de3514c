import './shell/layers.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '#/kernel/web/theme.css'
import '#/kernel/web/shapes.css'
import './shell/base.css'
import 'virtual:theme-variables.css'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { useCurrentRoute } from './shell/current-route.ts'
import { ErrorPage } from './shell/ErrorPage.tsx'
import { keepEarlyPresses } from './shell/early-presses.ts'
import { LoadingScreen } from './shell/LoadingScreen.tsx'
import { lateStyles } from './shell/late-styles.ts'
import { product } from './shell/product.ts'
import { Shell } from './shell/Shell.tsx'
import { signedInHint } from './shell/session.tsx'

export function Layout({ children }: { children: ReactNode }) {
  const title = useCurrentRoute()?.title
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title ? `${title} · ${product.name}` : product.name}</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <ColorSchemeScript defaultColorScheme="auto" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: signedInHint }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: keepEarlyPresses }} />
        {/* Holds the first paint until `main` is parsed. Chromium otherwise paints half a page, and the bar’s links jump. */}
        <link rel="expect" href="#main" blocking="render" />
        <Meta />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: lateStyles }} />
      </head>
      <body>
        {children}
        <noscript>
          <p className="noscript">
            Please turn on JavaScript to use {product.name}. Without it, you can only read these pages.
          </p>
        </noscript>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function HydrateFallback() {
  return <LoadingScreen />
}

export function ErrorBoundary() {
  return (
    <Shell>
      <ErrorPage />
    </Shell>
  )
}
