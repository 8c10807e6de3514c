import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { takeGoingTo } from './shell/going-to.ts'
import { stylesHere } from './shell/late-styles.ts'

const goingTo = takeGoingTo()
if (goingTo !== null) window.location.replace(goingTo)

// The router's next page may need CSS that this page came without.
await stylesHere()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
