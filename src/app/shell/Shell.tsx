import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useSessionKeeping, useTimeZoneNotice } from '#/accounts/web/index.ts'
import { isBuilt } from '#/app/route-table.ts'
import { BuiltPages } from '#/kernel/web/Soon.tsx'
import { WantedPages } from '#/kernel/web/wanted-pages.ts'
import { AccessGate } from './AccessGate.tsx'
import { BottomBar } from './BottomBar.tsx'
import { useColourScheme } from './colour-scheme.ts'
import { useCurrentRoute } from './current-route.ts'
import { replayEarlyPresses } from './early-presses.ts'
import { Footer } from './Footer.tsx'
import { noteGoingTo } from './going-to.ts'
import { useLastingStyles } from './lasting-styles.ts'
import { loginState } from './login-state.ts'
import { NavigationBar } from './NavigationBar.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { useOfflinePages } from './offline-pages.ts'
import { PagePlaceholder } from './PagePlaceholder.tsx'
import css from './Shell.module.css'
import { useSignedInMark } from './session.tsx'
import { ToastOutlet } from './ToastOutlet.tsx'
import { rememberWantedPage, wantedPage } from './wanted-page.ts'
import { useWantedPageKeeping } from './wanted-page-keeping.ts'

const wantedPages = { remember: rememberWantedPage, stateFor: loginState, keptFor: wantedPage }

export function Shell({ children }: { children: ReactNode }) {
  useColourScheme()
  useSessionKeeping()
  useTimeZoneNotice()
  useSignedInMark()
  useWantedPageKeeping()
  useOfflinePages()
  useLastingStyles()
  const main = useRef<HTMLElement>(null)
  useFocusOnArrival(main)
  useEarlyPresses()
  const ownFrame = useCurrentRoute()?.ownFrame
  const { state, location: next } = useNavigation()
  const slow = useSlow(state === 'loading')
  const goingTo = next ? next.pathname + next.search + next.hash : null
  // If the next page’s files are gone, the router loads this page again.
  useLayoutEffect(() => noteGoingTo(goingTo), [goingTo])
  return (
    <BuiltPages value={isBuilt}>
      <a href="#main" className={css.skip}>
        Skip to content
      </a>
      {!ownFrame && <NavigationBar />}
      <OfflineBanner />

      <main id="main" ref={main} tabIndex={-1} className={css.main}>
        {slow && <PagePlaceholder />}
        <div hidden={slow}>
          <WantedPages value={wantedPages}>
            <AccessGate>{children}</AccessGate>
          </WantedPages>
        </div>
      </main>
      {!ownFrame && <Footer />}
      {!ownFrame && <BottomBar />}
      <ToastOutlet />
    </BuiltPages>
  )
}

/** Carries out what was pressed before the page was alive, after the render in which its forms become so. */
function useEarlyPresses() {
  useEffect(() => {
    const timer = setTimeout(replayEarlyPresses)
    return () => clearTimeout(timer)
  }, [])
}

/** True once something takes noticeably long, so that quick changes don't flicker. */
function useSlow(busy: boolean) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(busy), busy ? 200 : 0)
    return () => clearTimeout(timer)
  }, [busy])
  return busy && slow
}

/** Moves the focus to a new page, so that screen readers announce it. */
function useFocusOnArrival(main: RefObject<HTMLElement | null>) {
  const { pathname, hash } = useLocation()
  const title = useCurrentRoute()?.title
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    if (title) main.current?.setAttribute('aria-label', title)
    if (!hash) main.current?.focus({ preventScroll: true })
  }, [pathname, hash, title, main])
}
