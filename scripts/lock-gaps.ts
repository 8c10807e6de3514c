type Platform = { os: string; cpu: string }

type LockedPackage = {
  resolved?: string
  integrity?: string
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export type Lock = { packages: Record<string, LockedPackage> }

/** The platforms that Pawfolk supports. */
const platforms: Platform[] = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
]

/**
 * Returns a sentence for each reason why `npm ci` could fail on another machine: a dependency without an entry (npm leaves
 * out the builds for other platforms that a registry doesn't have), a package built for some of our platforms only, or
 * a download address, which ties the lock to one registry.
 */
export function lockGaps({ packages }: Lock): string[] {
  const gaps: string[] = []
  for (const [place, locked] of Object.entries(packages)) {
    const { dependencies, devDependencies, optionalDependencies, resolved, integrity } = locked
    const named = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
    for (const name of named) {
      if (!placeOf(packages, place, name))
        gaps.push(`${place || 'package.json'} names ${name}, which has no entry`)
    }
    const builds = Object.keys(optionalDependencies ?? {}).flatMap((name) => {
      const found = placeOf(packages, place, name)
      return found ? [packages[found]!] : []
    })
    const missing = platforms.filter((platform) => !builds.some((build) => runsOn(build, platform)))
    // A platform's own package, like a build of sharp, needs only that platform's packages.
    if (!locked.os && missing.length < platforms.length) {
      for (const { os, cpu } of missing) gaps.push(`${place} has no build for ${os} ${cpu}`)
    }
    if (resolved) gaps.push(`${place} has a download address`)
    if (place !== '' && !integrity) gaps.push(`${place} has no integrity hash`)
  }
  return gaps
}

/** Looks where Node would: inside the package, then in each folder above. */
function placeOf(packages: Lock['packages'], from: string, name: string): string | undefined {
  const folders = from.split('node_modules/')
  for (let depth = folders.length; depth > 0; depth -= 1) {
    const above = folders.slice(0, depth).join('node_modules/')
    const place = `${above && !above.endsWith('/') ? `${above}/` : above}node_modules/${name}`
    if (packages[place]) return place
  }
  return undefined
}

/** Only packages that name a system and a processor are builds; fsevents, for one, is for any Mac. */
function runsOn({ os, cpu }: LockedPackage, platform: Platform): boolean {
  return Boolean(os?.includes(platform.os) && cpu?.includes(platform.cpu))
}
