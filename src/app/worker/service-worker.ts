import { clientsClaim } from 'workbox-core'
import { enable as preloadNavigations } from 'workbox-navigation-preload'
import { addRoute, cleanupOutdatedCaches, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { changeSession, forgetOldData, isOwnRead, isSessionChange, readOwn } from './own-data.ts'
import { isNavigation, isOurPage, openPage, sendOnce } from './pages.ts'
import { listenForPushes } from './push.ts'
import { listenForTakeOver } from './take-over.ts'

preloadNavigations()
cleanupOutdatedCaches()
clientsClaim()
listenForTakeOver()
listenForPushes()
precache(__FILES_TO_KEEP__)
// Before the kept files, among which are pages: these come from the network as long as there is one.
registerRoute(isOurPage, openPage)
addRoute({ cleanURLs: false, directoryIndex: '' })
registerRoute(isOwnRead, readOwn)
for (const method of ['GET', 'POST'] as const) registerRoute(isSessionChange, changeSession, method)
registerRoute(isNavigation, sendOnce)
void forgetOldData()
