import { type RouteConfig, index, layout, route } from "@react-router/dev/routes";

export default [
  layout("features/site/public-layout.tsx", [
    index("features/site/home-page.tsx"),
    route("classes", "features/site/classes-page.tsx"),
    route("login", "features/accounts/login-page.tsx"),
    route("signup", "features/accounts/signup-page.tsx"),
    route("forgot-password", "features/accounts/forgot-password-page.tsx"),
    route("reset-password", "features/accounts/reset-password-page.tsx"),
    route("api/docs", "features/site/api-docs-page.tsx"),
    route("*", "features/site/not-found-page.tsx"),
  ]),
  route("dashboard", "features/site/dashboard-layout.tsx", [
    index("features/site/dashboard-start.tsx"),
    route("selected-classes", "features/selections/selected-classes-page.tsx"),
    route("payment/:id", "features/payments/payment-page.tsx"),
    route("enrolled-classes", "features/payments/enrolled-classes-page.tsx"),
    route("enrolled-classes/:classId", "features/payments/enrolled-class-page.tsx"),
    route("payment-history", "features/payments/payment-history-page.tsx"),
  ]),
] satisfies RouteConfig;
