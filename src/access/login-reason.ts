const pages: readonly (readonly [string, string])[] = [
  ["/dashboard/selected-classes", "see your selected classes"],
  ["/dashboard/payment-history", "see your payments"],
  ["/dashboard/payment/", "pay for your class"],
  ["/dashboard/enrolled-classes", "see your classes"],
  ["/dashboard/add-class", "add a class"],
  ["/dashboard/instructor/my-classes", "see your classes"],
  ["/update/class/", "edit your class"],
  ["/dashboard/account", "see your account"],
  ["/dashboard", "see your dashboard"],
];

export function loginReason(pathname: string): string {
  const [, purpose] = pages.find(([path]) => pathname.startsWith(path)) ?? ["", "see that page"];
  return `Log in to ${purpose}.`;
}
