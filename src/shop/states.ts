/** The states of India by the code that tax numbers begin with. */
export const states = {
  '35': 'Andaman and Nicobar Islands',
  '37': 'Andhra Pradesh',
  '12': 'Arunachal Pradesh',
  '18': 'Assam',
  '10': 'Bihar',
  '04': 'Chandigarh',
  '22': 'Chhattisgarh',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '07': 'Delhi',
  '30': 'Goa',
  '24': 'Gujarat',
  '06': 'Haryana',
  '02': 'Himachal Pradesh',
  '01': 'Jammu and Kashmir',
  '20': 'Jharkhand',
  '29': 'Karnataka',
  '32': 'Kerala',
  '38': 'Ladakh',
  '31': 'Lakshadweep',
  '23': 'Madhya Pradesh',
  '27': 'Maharashtra',
  '14': 'Manipur',
  '17': 'Meghalaya',
  '15': 'Mizoram',
  '13': 'Nagaland',
  '21': 'Odisha',
  '34': 'Puducherry',
  '03': 'Punjab',
  '08': 'Rajasthan',
  '11': 'Sikkim',
  '33': 'Tamil Nadu',
  '36': 'Telangana',
  '16': 'Tripura',
  '09': 'Uttar Pradesh',
  '05': 'Uttarakhand',
  '19': 'West Bengal',
} as const
export type StateCode = keyof typeof states
export const stateCodes = Object.keys(states) as [StateCode, ...StateCode[]]

/** States by PIN code prefix; the longest match counts. */
const beginnings: Readonly<Record<string, StateCode>> = {
  11: '07',
  12: '06',
  13: '06',
  14: '03',
  15: '03',
  16: '03',
  160: '04',
  17: '02',
  18: '01',
  19: '01',
  194: '38',
  20: '09',
  21: '09',
  22: '09',
  23: '09',
  24: '09',
  25: '09',
  26: '09',
  27: '09',
  28: '09',
  246: '05',
  248: '05',
  249: '05',
  263: '05',
  30: '08',
  31: '08',
  32: '08',
  33: '08',
  34: '08',
  36: '24',
  37: '24',
  38: '24',
  39: '24',
  40: '27',
  403: '30',
  41: '27',
  42: '27',
  43: '27',
  44: '27',
  45: '23',
  46: '23',
  47: '23',
  48: '23',
  49: '22',
  50: '36',
  51: '37',
  52: '37',
  53: '37',
  56: '29',
  57: '29',
  58: '29',
  59: '29',
  60: '33',
  605: '34',
  61: '33',
  62: '33',
  63: '33',
  64: '33',
  67: '32',
  68: '32',
  6825: '31',
  69: '32',
  70: '19',
  71: '19',
  72: '19',
  73: '19',
  737: '11',
  74: '19',
  744: '35',
  75: '21',
  76: '21',
  77: '21',
  78: '18',
  790: '12',
  791: '12',
  792: '12',
  793: '17',
  794: '17',
  795: '14',
  796: '15',
  797: '13',
  798: '13',
  799: '16',
  80: '10',
  81: '10',
  814: '20',
  815: '20',
  816: '20',
  82: '20',
  821: '10',
  823: '10',
  824: '10',
  83: '20',
  84: '10',
  85: '10',
}

/** Further states that have PIN codes with these beginnings, by India Post's list of post offices. */
const others: Partial<Record<StateCode, readonly string[]>> = {
  '03': ['160055', '160059', '160062', '160071', '1601'],
  '05': ['24471', '24472', '24492', '2476', '2623', '2624', '2625'],
  '09': ['110025', '2467', '802131'],
  '10': ['814131'],
  '17': ['781029', '781131', '782410'],
  '20': ['813206', '813208'],
  '26': ['3625', '3961', '3962'],
  '32': ['6825'],
  '33': ['605'],
  '34': ['533464', '60740', '6096', '673310'],
  // Mandals that came to Andhra Pradesh in 2014 with their PIN codes.
  '37': ['5071'],
}

/** Returns a PIN code's likely state; a few codes near a border belong to the other one. */
export function stateOfPin(pin: string): StateCode | null {
  for (const length of [4, 3, 2]) {
    const state = beginnings[pin.slice(0, length)]
    if (state) return state
  }
  return null
}

/** Returns the state that a PIN code is in, if it can't be in the given one. Codes that we know no state of can be in any. */
export function otherStateOf({ pin, state }: { pin: string; state: StateCode }): StateCode | null {
  const likely = stateOfPin(pin)
  if (likely === state || others[state]?.some((beginning) => pin.startsWith(beginning))) return null
  return likely
}

/** Returns a seller's state: by the tax number, otherwise by the PIN code in the address. */
export function stateOfSeller({
  gstin,
  address,
}: {
  gstin: string | null
  address: string
}): StateCode | null {
  const code = gstin?.slice(0, 2)
  if (code && code in states) return code as StateCode
  const pin = address.match(/\b[1-9]\d{2} ?\d{3}\b/g)?.at(-1)
  return pin ? stateOfPin(pin.replace(' ', '')) : null
}
