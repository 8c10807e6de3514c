import type { Config } from '#/kernel/server/config.ts'

/** The settings of each database connection; `verification_is_demanded()` reads them. */
export const verificationSettings = ({ VERIFY_PROVIDERS }: Pick<Config, 'VERIFY_PROVIDERS'>) => ({
  'pawfolk.verify_all': VERIFY_PROVIDERS === 'all' ? 'on' : 'off',
})
