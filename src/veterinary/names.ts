/** 'Dr. Meera Iyer', also for someone who wrote the title into their name. */
export function doctorName(fullName: string): string {
  return `Dr. ${fullName.replace(/^dr\b\.?\s*/i, '')}`
}
