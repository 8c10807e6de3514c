import { refuseRequest } from '#/kernel/errors.ts'
import { networkOf } from '#/kernel/server/http/client-address.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import { type Serving, serve } from '#/kernel/server/serve.ts'
import { locationContract } from '#/location/contract.ts'
import { lookupRate } from '#/location/rules.ts'
import { expectLookup, findAreasAround, findHome, findPlaceAt, findPlacesNamed } from './places.ts'

const os = serve(locationContract)

const geoNames = { text: 'GeoNames', url: 'https://www.geonames.org' }
const indiaPost = { text: 'India Post', url: 'https://www.data.gov.in/catalog/all-india-pincode-directory' }
const openStreetMap = { text: '© OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' }

export const locationEndpoints = os.router({
  service: os.service.handler(({ context }) => {
    const { config } = context
    const { MAP_TILES: url, MAP_CREDIT: text, MAP_CREDIT_URL } = config
    const tiles = url ? { url, credit: { text, url: MAP_CREDIT_URL } } : null
    if (!config.LOCATION_LOOKUP) return { on: false, credits: [], tiles }
    // The browser needs time to find its position, which is enough to read the cities.
    expectLookup(context)
    return {
      on: true,
      tiles,
      credits: [
        ...(config.GEOCODER_URL ? [openStreetMap] : []),
        geoNames,
        ...(config.DEFAULT_TIME_ZONE === 'Asia/Kolkata' ? [indiaPost] : []),
      ],
    }
  }),

  home: os.home.handler(async ({ context }) => ({
    home: context.config.LOCATION_LOOKUP ? await findHome(context) : null,
  })),

  placeAt: os.placeAt.handler(async ({ input, context }) => {
    if (!context.config.LOCATION_LOOKUP) return { place: null }
    await countLookup(context)
    return { place: await findPlaceAt(context, input) }
  }),

  areasAround: os.areasAround.handler(async ({ input, context }) => {
    if (!context.config.LOCATION_LOOKUP) return { areas: [] }
    await countLookup(context)
    return { areas: await findAreasAround(context, input) }
  }),

  placesNamed: os.placesNamed.handler(async ({ input, context }) => {
    if (!context.config.LOCATION_LOOKUP) return { places: [] }
    await countLookup(context)
    return { places: await findPlacesNamed(context, input.name) }
  }),
})

/** Limits look-ups, because anyone may ask and the operator's service answers one a second for everybody together. */
async function countLookup({ config, db, address }: Serving): Promise<void> {
  if (!config.RATE_LIMITS) return
  const { allowed, retryAfter } = await consumeAttempt(db, `location:${networkOf(address)}`, lookupRate)
  if (!allowed) refuseRequest('request.too_many', { retryAfter })
}
