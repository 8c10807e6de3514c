import { Bell, BellOff, CalendarDays, Eye, FileText, MapPin, MessageSquareText, Phone, Share2 } from 'lucide'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'

export const FollowIcon = () => <LineIcon icon={Bell} />
export const UnfollowIcon = () => <LineIcon icon={BellOff} />
export const EyeIcon = () => <LineIcon icon={Eye} />
export const FlyerIcon = () => <LineIcon icon={FileText} />
export const ShareIcon = () => <LineIcon icon={Share2} />
export const MessageIcon = () => <LineIcon icon={MessageSquareText} />
export const PhoneIcon = () => <LineIcon icon={Phone} />
export const PlaceIcon = () => <LineIcon icon={MapPin} size={18} />
export const TimeIcon = () => <LineIcon icon={CalendarDays} size={18} />
