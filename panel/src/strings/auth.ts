export const t = {
  // flow
  browserBlockedSignWindow: "The browser blocked the sign-in window.",
};
