/** Announced when all of a package's price has gone back while sessions are still booked with it. */
export type PackageRefunded = { name: 'packages.refunded'; data: { packageId: string } }
