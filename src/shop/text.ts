import { formatMoney } from '#/kernel/money.ts'
import { notPayableText } from '#/kernel/not-payable.ts'
import { pictureText } from '#/kernel/pictures.ts'
import { cartText } from './cart-text.ts'
import type { shopErrors } from './errors.ts'
import { reviewText } from './review-text.ts'
import { currency, mostBySupport, supportDays } from './rules.ts'
import { numberText } from './selling-rules.ts'

const own: Readonly<Record<keyof typeof shopErrors, string>> = {
  ...cartText,
  ...reviewText,
  'shop.gstin_wrong': 'This isn’t a valid GSTIN. Please compare all 15 characters with your certificate.',
  'shop.pin_in_other_state':
    'This PIN code belongs to another state. Please check the PIN code and the state.',
  'shop.bank_incomplete': 'Please fill in all three: account holder, account number and IFSC.',
  'shop.bank_just_changed':
    'This seller changed their bank account less than three days ago. Please wait, and ask them if in doubt.',
  'shop.other_search': 'The filters have changed. Please search again.',
  'shop.order_problems': 'Something has changed. Please look at the marked products.',
  'shop.nothing_to_order': 'Nothing in your cart can be ordered now.',
  'shop.checkout_over':
    'Something has changed since you opened this page, so we’ve checked your cart again. Please review it before you order.',
  'shop.not_payable': notPayableText,
  'shop.no_cash': 'This order can’t be paid in cash. Please pay by UPI or card.',
  'shop.cash_phone': 'To pay in cash, please confirm your phone number first.',
  'shop.cash_came_back':
    'A cash order of yours was sent back to its seller. Please pay by UPI or card until another parcel has arrived.',
  'shop.cash_first':
    'You can pay in cash again once your first parcel has arrived. Until then, please pay by UPI or card.',
  'shop.cash_cancelled':
    'You cancelled five cash orders in the last 24 hours. Please pay by UPI or card, or try again tomorrow.',
  'shop.too_many_unpaid':
    'Five of your orders aren’t paid yet. Please pay or cancel one first, or wait until a cash order is sent.',
  'shop.too_many_lapsed':
    'Five of your orders were cancelled or weren’t paid in the last 24 hours. Please pay in cash where it’s offered, or try again tomorrow.',
  'shop.order_moved': 'This order has changed in the meantime. Please look at it again.',
  'shop.cancel_whole_order': 'The order isn’t paid yet, so it can only be cancelled as a whole.',
  'shop.return_changed': 'The amount has changed. Please check it and send your request again.',
  'shop.no_return':
    'This can’t be returned any more. If something is wrong with it, write to us under Help & Support.',
  'shop.photo_needed': 'Please add a photo that shows what’s wrong. Pharmacies need it for medicines.',
  'shop.photos_only': 'Please choose a JPG, PNG or WebP picture.',
  'shop.not_missing':
    'You can’t report this as missing any more. If something is wrong, write to us under Help & Support.',
  'shop.too_many_files':
    'You have ten unused prescriptions. Please choose one of them, or try again in a week.',
  'shop.no_question': 'The pharmacist no longer needs an answer. Please look at the order again.',
  'shop.wrong_prescription':
    'This prescription can’t take the other one’s place. Please upload a new file about the same pet.',
  'shop.held_elsewhere':
    'This prescription is being checked in another window or on another device. Try again there, or in ten minutes here.',
  'shop.decision_incomplete':
    'Please decide about every medicine, and check every prescription you approve from.',
  'shop.refills_used':
    'This prescription has no refills left for one of the medicines. Please reject it, with that as the reason.',
  'shop.prescription_elsewhere':
    'This prescription was used elsewhere while you had it open. Please read what is now said about it, then save again.',
  'shop.too_many_approved': 'You can’t approve more than was ordered.',
  'shop.prescription_expired': 'This prescription is no longer valid, so nothing can be approved on it.',
  'shop.issued_in_future': 'The prescription’s date is in the future. Please compare it.',
  'shop.batches_missing': 'Please enter batch and expiry of each medicine under Pharmacy orders first.',
  'shop.batch_expired': 'This batch has expired. Please pack another one.',
  'shop.pharmacists_only': 'Only verified pharmacists can sell medicines.',
  'shop.schedule_needed': 'Please choose the schedule of this medicine.',
  'shop.sku_taken': 'Another of your products has this SKU. Please choose a different one.',
  'shop.variant_doubled': 'Two sizes have the same name. Please rename one.',
  'shop.tax_class_unknown': 'This tax class doesn’t exist any more. Please choose another.',
  'shop.too_many_pictures': 'A product can have 6 pictures at most. Please remove some.',
  'shop.too_many_products': 'You’ve reached the limit of 5,000 products. Please delete some first.',
  'shop.changed_meanwhile': 'This product was changed elsewhere. Please reload it and try again.',
  'shop.reviewed_category':
    'Buyers have reviewed this product, so its category can’t change. Please add a different item as a new product.',
  'shop.best_before_past': 'A best-before date has passed. Please correct it, or remove that size.',
  'shop.delivery_changed': 'Your delivery settings were changed elsewhere. Please look at them again.',
  'shop.other_shelf': 'A product can’t move between Merchandise and Pharmacy. Please add a new one.',
  'shop.csv_encoding': 'We can’t read the letters in this file. Please save it as “CSV UTF-8” and try again.',
  'shop.csv_too_long':
    'A file can have 1,000 lines and 180 kB at most. Please split it and import the parts one after another.',
  'shop.csv_empty': 'There are no products in this file.',
  'shop.csv_columns':
    'We don’t know any of this file’s columns. Its first line has to name them, as in the template.',
  'shop.stock_below_zero': 'There are fewer than that in stock.',
  'shop.stock_too_high': numberText.stockHigh,
  'shop.tax_class_taken': 'There is already a tax class with this name.',
  'shop.tax_rate_changed': 'Someone else has changed this rate. Please look at it again.',
  'shop.reviewed_before':
    'Someone has already reviewed this product from another account with your email address or phone number.',
  'shop.no_open_complaint': 'Another admin has already closed the reports about this review.',
  'shop.coupon_refused': 'Your coupon no longer counts for this order. Please look at it again.',
  'shop.coupon_used_up': 'This coupon has been used up.',
  'shop.coupon_taken': 'There is already a coupon with this code.',
  'shop.coupon_changed': 'Someone else has changed this coupon. Please look at it again.',
  'shop.coupon_used_more': 'It was used more often than that already.',
  'shop.coupon_too_large': `Support’s coupons can take off ${formatMoney({ amount: mostBySupport, currency })} in ${supportDays} days, counting the uses of each times its greatest discount. Please limit the uses, or ask an administrator.`,
  'shop.seller_unknown': 'This seller is no longer here. Please choose another.',
  'shop.already_hidden': 'This product is already hidden.',
  'shop.not_hidden': 'This product isn’t hidden any more.',
  'shop.no_autoship': 'This product isn’t offered as an autoship.',
  'shop.too_many_autoships': 'You have 20 autoships. Please cancel one first.',
  'shop.autoship_changed': 'This autoship has changed in the meantime. Please look at it again.',
  'shop.autoship_price': 'The price has changed in the meantime. Please look at it again.',
  'shop.autoship_day': 'Please choose another day: after today, and within the next six months.',
  'shop.autoship_prescription':
    'Please choose a prescription from which this medicine was approved before, and which is still valid and has refills left.',
  'shop.autoship_method': 'Please choose one of your saved payment methods.',
  'shop.not_served': 'The seller doesn’t deliver to this PIN code.',
  'shop.not_received':
    'You can rate a product once it’s delivered to you, unless you’ve returned it or sell it yourself.',
  'shop.already_reviewed': 'You’ve already reviewed this product. Please reload the page to see your review.',
  'shop.review_removed': 'Support removed your review of this product, so you can’t review it again.',
  'shop.review_unconfirmed':
    'Please confirm your email address or phone number under Edit profile first, then review the product.',
  'shop.already_answered': 'You’ve already answered this review.',
  'shop.already_removed': 'Another admin has already removed it.',
  'shop.stock_changed': 'The stock has changed since you opened it. Please count again.',
}
export const shopText = { ...pictureText, ...own }
