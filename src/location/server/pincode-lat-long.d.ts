declare module 'pincode-lat-long' {
  /** Returns where a PIN code is, in degrees; undefined if it isn't in the list. */
  export function getlatlong(pinCode: number): { lat: number; long: number } | undefined
}
