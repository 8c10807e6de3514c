export function outsideWords(count: number): { title: string; rest: string } {
  return count === 1
    ? { title: '1 booking falls outside.', rest: 'It stays unless you cancel it.' }
    : { title: `${count} bookings fall outside.`, rest: 'They stay unless you cancel them.' }
}
